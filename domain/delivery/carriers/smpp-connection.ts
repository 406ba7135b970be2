import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Logger } from 'pino';
import { waitAtMost } from '#platform/promises.ts';
import type { CarrierBind } from './carrier-config.ts';
import {
  type Command,
  commandStatus,
  createPduReader,
  isResponse,
  type Pdu,
  readPdu,
  writePdu,
} from './pdu.ts';

const closeTimeoutMs = 1_000;

/** Sequence numbers of requests go from 1 to this, then start again at 1 (SMPP 3.4 §5.1.4). */
const maxSequence = 0x7fff_ffff;

type SmppConnectionEvents = {
  /** Called when the connection is made, including the TLS handshake if TLS is configured. */
  onConnect(): void;
  onClose(): void;
  /** Handlers of received PDUs; a request without a handler is answered with generic_nack. */
  handlers: PduHandlers;
};

export type SmppConnection = {
  /** Writes a request and returns its sequence number; null if the socket cannot be written to. */
  request(command: Command, body?: Buffer): number | null;
  /** Like `request`, but takes the octets of a whole PDU and writes the sequence number into them. */
  requestOctets(octets: Buffer): number | null;
  respond(command: Command, to: Pick<Pdu, 'sequence'>, status?: number): void;
  /** Closes the connection at once. */
  cut(reason: string, error?: Error): void;
  /** Closes the connection after the pending writes; resolves when it is closed. */
  hangUp(): Promise<void>;
  readonly closed: Promise<void>;
};

/**
 * Connects to a carrier. With TLS, its certificate must be valid for its host name. A PDU with an impossible length closes the
 * connection, because nothing after it can be read. No other content of a PDU closes it.
 */
export function openSmppConnection(
  access: Pick<CarrierBind, 'host' | 'port' | 'tls'>,
  events: SmppConnectionEvents,
  log: Logger,
): SmppConnection {
  const { host, port, tls } = access;
  const socket = tls
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) }, events.onConnect)
    : connectTcp({ host, port }, events.onConnect);
  // Without Nagle's algorithm: responses are small and must not wait to be sent together.
  socket.setNoDelay(true);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const dispatch = createDispatcher(events.handlers, refuse, log);
  const read = createPduReader((octets) => dispatch(readPdu(octets)));
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      cut('the rest of the stream cannot be read', error as Error);
    }
  });
  socket.on('close', events.onClose);
  socket.on('error', (error) => cut('the connection failed', error));

  let sequence = 0;
  let isCorked = false;

  /** PDUs of one event loop iteration are written together, because each write is expensive. */
  function write(octets: Buffer): void {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    socket.write(octets);
  }

  function requestOctets(octets: Buffer): number | null {
    if (!socket.writable) return null;
    sequence = sequence === maxSequence ? 1 : sequence + 1;
    octets.writeUInt32BE(sequence, 12);
    write(octets);
    return sequence;
  }

  function respond(command: Command, to: Pick<Pdu, 'sequence'>, status = 0): void {
    // A deliver_sm_resp and a data_sm_resp contain an unused message_id (§4.6.2), which is a single NUL.
    const body = Buffer.alloc(command === 'deliver_sm_resp' || command === 'data_sm_resp' ? 1 : 0);
    if (socket.writable) write(writePdu(command, to.sequence, body, status));
  }

  function refuse(request: Pdu): void {
    respond('generic_nack', request, commandStatus.invalidCommand);
  }

  function cut(reason: string, error?: Error): void {
    log.warn({ reason, error }, 'closed the connection to the carrier');
    socket.destroy();
  }

  async function hangUp(): Promise<void> {
    socket.end();
    await waitAtMost(closeTimeoutMs, closed);
    socket.destroy();
    await closed;
  }

  return {
    request: (command, body) => requestOctets(writePdu(command, 0, body)),
    requestOctets,
    respond,
    cut,
    hangUp,
    closed,
  };
}

type PduHandlers = Partial<Record<Command, (pdu: Pdu) => void>>;

/**
 * Dispatches each PDU to its handler. An error of a handler is logged and affects no other PDU.
 *
 * @param refuse answers a request without a handler
 */
function createDispatcher(
  handlers: PduHandlers,
  refuse: (request: Pdu) => void,
  log: Logger,
): (pdu: Pdu) => void {
  return (pdu) => {
    try {
      const handle = pdu.command && handlers[pdu.command];
      if (handle) {
        handle(pdu);
        return;
      }
      log.warn({ commandId: pdu.commandId }, 'unsupported PDU');
      if (!isResponse(pdu)) refuse(pdu);
    } catch (error) {
      log.error({ error, command: pdu.command }, 'could not handle a PDU');
    }
  };
}
