import type { Logger } from 'pino';
import type { Pdu } from 'smpp';

/** Handlers by PDU type. */
export type PduHandlers = Partial<Record<Pdu['command'], (pdu: Pdu) => void>>;

/**
 * The only PDU listener of a session: dispatches each PDU to its handler. Catches all errors, as
 * the library stops reading for good when a listener throws.
 *
 * @param refuse answers a request without a handler
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
