import { isIP } from 'node:net';
import type { Logger } from 'pino';
import smpp, { type CommandName, type OutgoingPdu, type Pdu, type PduFields } from 'smpp';
import { waitAtMost } from '#platform/wait-at-most.ts';
import type { CarrierBind } from './carrier-config.ts';

const closeTimeoutMs = 1_000;

// A message_payload may be 64 KiB; at the library's limit of 16 KiB we would close the connection
// again and again. The limit is global for the process.
smpp.PDU.maxLength = 0x11000;

// We do not read when a state was reached; the library fails on some such times, and would close the connection.
delete smpp.commands.query_sm_resp.params.final_date?.filter;

type SmppConnectionEvents = {
  /** Connected, with TLS if so configured. */
  onConnect(): void;
  onClose(): void;
  /** Handlers of received PDUs; a request without one is answered with generic_nack. */
  handlers: PduHandlers;
};

export type SmppConnection = {
  /** Writes a PDU; false if the socket cannot be written to. */
  send(pdu: OutgoingPdu): boolean;
  /** Writes a request and returns its sequence number. */
  request(command: CommandName, fields?: PduFields): number;
  /** Closes the connection at once. */
  cut(reason: string, error?: Error): void;
  /** Closes the connection after the pending writes; resolves when it is closed. */
  hangUp(): Promise<void>;
  readonly closed: Promise<void>;
};

/**
 * Connects to a carrier. With TLS, its certificate must be valid for its host name. The library
 * stops reading a session after any error, so an error closes the connection.
 */
export function openSmppConnection(
  access: Pick<CarrierBind, 'host' | 'port' | 'tls'>,
  events: SmppConnectionEvents,
  log: Logger,
): SmppConnection {
  const { host, port, tls } = access;
  const session = smpp.connect({
    host,
    port,
    tls,
    ...(isIP(host) === 0 && { servername: host }),
  });
  // Without Nagle's algorithm: responses are small and must not wait to be sent together.
  session.socket.setNoDelay(true);
  const closed = new Promise<void>((resolve) => session.on('close', resolve));
  session.on('close', events.onClose);
  session.on('error', (error) => cut('the connection failed', error));
  session.on(tls ? 'secureConnect' : 'connect', events.onConnect);
  session.on('pdu', createPduDispatcher(events.handlers, refuse, log));

  let isCorked = false;

  /** PDUs of one event loop turn are written together, as each write is expensive. */
  function send(pdu: OutgoingPdu): boolean {
    if (!isCorked) {
      isCorked = true;
      session.socket.cork();
      process.nextTick(() => {
        isCorked = false;
        session.socket.uncork();
      });
    }
    return session.send(pdu);
  }

  function request(command: CommandName, fields?: PduFields): number {
    const pdu = new smpp.PDU(command, fields);
    send(pdu);
    return pdu.sequence_number;
  }

  function refuse({ sequence_number }: Pdu): void {
    const command_status = smpp.ESME_RINVCMDID;
    send(new smpp.PDU('generic_nack', { command_status, sequence_number }));
  }

  function cut(reason: string, error?: Error): void {
    log.warn({ reason, error }, 'closed the connection to the carrier');
    session.destroy();
  }

  async function hangUp(): Promise<void> {
    session.close();
    await waitAtMost(closeTimeoutMs, closed);
    session.destroy();
    await closed;
  }

  return { send, request, cut, hangUp, closed };
}

/** Handlers by PDU type. */
type PduHandlers = Partial<Record<Pdu['command'], (pdu: Pdu) => void>>;

/**
 * The only PDU listener of a session: dispatches each PDU to its handler. Catches all errors, as
 * the library stops reading for good when a listener throws.
 *
 * @param refuse answers a request without a handler
 */
function createPduDispatcher(
  handlers: PduHandlers,
  refuse: (request: Pdu) => void,
  log: Logger,
): (pdu: Pdu) => void {
  return (pdu) => {
    try {
      const handle = handlers[pdu.command];
      if (handle) {
        handle(pdu);
        return;
      }
      log.warn({ commandId: pdu.command_id }, 'unsupported PDU');
      if (!pdu.isResponse()) refuse(pdu);
    } catch (error) {
      log.error({ error, command: pdu.command }, 'could not handle a PDU');
    }
  };
}
