import type { Logger } from 'pino';
import type { Pdu } from 'smpp';

/** What to do with each kind of PDU that a carrier may send us. */
export type PduHandlers = Partial<Record<Pdu['command'], (pdu: Pdu) => void>>;

/**
 * The one listener of a session: hands each PDU to its handler.
 *
 * The library stops reading for good when a listener throws, so no exception leaves here.
 *
 * @param refuse answers a request for which there is no handler
 */
export function createPduDispatcher(
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
