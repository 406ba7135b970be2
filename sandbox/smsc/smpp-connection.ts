import smpp, { type CommandName, type Pdu, type PduFields, type Session } from 'smpp';
import type { Timers } from './timers.ts';

/** The status of an answer, or null if none came before the time was up or the link was lost. */
type OnAnswer = (status: number | null) => void;

/** One connection, with requests that always end. */
export type SmppConnection = {
  /** Whether PDUs can still be written. */
  readonly open: boolean;
  /** Requests that wait for their answer. */
  readonly unanswered: number;
  send(pdu: Pdu): void;
  /** Sends a request; `onAnswer` is called exactly once. */
  request(command: CommandName, fields: PduFields, onAnswer: OnAnswer): void;
  /** Takes an incoming response to one of our requests. */
  answered(pdu: Pdu): void;
  /** Lets what was written go out, then closes. */
  end(): void;
  /** Cuts the connection off. */
  destroy(): void;
};

type LinkOptions = { timers: Timers; answerTimeoutMs: number };

/** Octets that a client may leave unread before it is cut off. */
const mostUnread = 4 * 1024 * 1024;

/**
 * Wraps a session of the SMPP library, which knows no time limit for an answer and forgets its
 * callers when the connection is lost.
 */
export function createSmppConnection(
  session: Session,
  { timers, answerTimeoutMs }: LinkOptions,
): SmppConnection {
  const { socket } = session;
  // Without it a small packet waits up to 40 ms for the other side's delayed acknowledgement.
  socket.setNoDelay(true);
  const waiting = new Map<number, OnAnswer>();

  /** Ends the wait for an answer, if it is still waited for. */
  function settle(sequence: number, status: number | null): void {
    const onAnswer = waiting.get(sequence);
    waiting.delete(sequence);
    onAnswer?.(status);
  }

  /** Writes of one turn of the event loop leave in one packet: at full speed a third of the work. */
  function send(pdu: Pdu): void {
    if (!socket.writable) return;
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    session.send(pdu);
    if (socket.writableLength > mostUnread) session.destroy();
  }

  session.on('close', () => {
    for (const sequence of [...waiting.keys()]) settle(sequence, null);
  });

  return {
    get open() {
      return socket.writable;
    },
    get unanswered() {
      return waiting.size;
    },
    send,
    request(command, fields, onAnswer) {
      if (!socket.writable) return onAnswer(null);
      const pdu = new smpp.PDU(command, fields);
      send(pdu);
      const { sequence_number: sequence } = pdu;
      const cancel = timers.later(answerTimeoutMs, () => settle(sequence, null));
      waiting.set(sequence, (status) => {
        cancel();
        onAnswer(status);
      });
    },
    answered: (pdu) => settle(pdu.sequence_number, pdu.command_status),
    end: () => session.close(),
    destroy: () => session.destroy(),
  };
}
