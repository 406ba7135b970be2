import type { Logger } from 'pino';
import smpp, { type Pdu } from 'smpp';
import type { CarrierConfig } from './carrier-config.ts';
import type { Receipt } from './contract.ts';
import { parseDeliverSm } from './parse-deliver-sm.server.ts';
import { parseReceipt } from './parse-receipt.ts';

type Options = {
  config: CarrierConfig;
  store: (receipt: Receipt) => Promise<void>;
  answer: (pdu: Pdu) => void;
  log: Logger;
};

/**
 * Handles deliver_sm PDUs and responds only when it is safe. A receipt that could not be stored is
 * rejected temporarily (ESME_RX_T_APPN), so that the carrier sends it again. Anything else is
 * acknowledged and dropped, since we offer no inbound messages: rejected, it would be redelivered
 * for days.
 */
export function createDeliverSmHandler({ config, store, answer, log }: Options) {
  const inProgress = new Set<Promise<void>>();

  async function handle(pdu: Pdu): Promise<void> {
    try {
      const fields = parseDeliverSm(pdu);
      const receipt = parseReceipt(fields, config.name, config.receiptIdFormat);
      if (receipt) await store(receipt);
      else log.warn({ esmClass: fields.esmClass }, 'dropped a deliver_sm that is no receipt');
      answer(pdu.response());
    } catch (error) {
      log.error({ error }, 'could not store a receipt; asked the carrier to send it again');
      answer(pdu.response({ command_status: smpp.ESME_RX_T_APPN }));
    }
  }

  return {
    receive(pdu: Pdu): void {
      const handling = handle(pdu).finally(() => inProgress.delete(handling));
      inProgress.add(handling);
    },
    /** Resolves when every received PDU is answered, later arrivals included. */
    async settled(): Promise<void> {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}
