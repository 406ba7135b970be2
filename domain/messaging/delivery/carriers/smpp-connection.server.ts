import { isIP } from 'node:net';
import type { Logger } from 'pino';
import smpp, { type CommandName, type Pdu, type PduFields } from 'smpp';
import { waitAtMost } from '#platform/wait-at-most.ts';
import type { CarrierConfig } from './carrier-config.ts';
import { createPduDispatcher, type PduHandlers } from './pdu-dispatcher.ts';

const hangUpLimitMs = 1_000;

// A message_payload may fill 64 KiB; at the library's own 16 KiB we would hang up on it, again and
// again. The limit is one for the whole process.
smpp.PDU.maxLength = 0x11000;

type SmppConnectionEvents = {
  /** Connected, with TLS if so configured. */
  onConnect(): void;
  onClose(): void;
  /** For what the peer sends; a request without a handler is answered with generic_nack. */
  handlers: PduHandlers;
};

export type SmppConnection = {
  /** Writes a PDU; false if the socket takes no more. */
  send(pdu: Pdu): boolean;
  /** Writes a request and returns its sequence number. */
  request(command: CommandName, fields?: PduFields): number;
  /** Ends the connection at once. */
  cut(reason: string, error?: Error): void;
  /** Ends the connection after what is written; resolves when it is closed. */
  hangUp(): Promise<void>;
  readonly closed: Promise<void>;
};

/**
 * Begins to connect to a carrier. With TLS, its certificate must be good for its host name.
 *
 * The library leaves a session deaf after any error, so an error ends the connection.
 */
export function openSmppConnection(
  config: CarrierConfig,
  events: SmppConnectionEvents,
  log: Logger,
): SmppConnection {
  const { host, port, tls } = config;
  const session = smpp.connect({
    host,
    port,
    tls,
    ...(isIP(host) === 0 && { servername: host }),
  });
  // Answers are small and somebody waits for them: they must not wait to be sent together.
  session.socket.setNoDelay(true);
  const closed = new Promise<void>((resolve) => session.on('close', resolve));
  session.on('close', events.onClose);
  session.on('error', (error) => cut('the connection failed', error));
  session.on(tls ? 'secureConnect' : 'connect', events.onConnect);
  session.on('pdu', createPduDispatcher(events.handlers, refuse, log));

  let gathering = false;

  /** What is sent in one turn of the event loop is written in one piece: writes are dear. */
  function send(pdu: Pdu): boolean {
    if (!gathering) {
      gathering = true;
      session.socket.cork();
      process.nextTick(() => {
        gathering = false;
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
    log.warn({ reason, error }, 'hung up on the carrier');
    session.destroy();
  }

  async function hangUp(): Promise<void> {
    session.close();
    await waitAtMost(hangUpLimitMs, closed);
    session.destroy();
    await closed;
  }

  return { send, request, cut, hangUp, closed };
}
