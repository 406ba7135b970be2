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
 * Takes what the carrier delivers to us, and answers only when it is safe.
 *
 * A receipt that could not be stored is refused for now (ESME_RX_T_APPN), so that the carrier
 * sends it again. What is no receipt is acknowledged and dropped, since we offer no inbound
 * messages: refused, it would come back for days.
 */
export function createDeliverSmHandler({ config, store, answer, log }: Options) {
  const underWay = new Set<Promise<void>>();

  async function take(pdu: Pdu): Promise<void> {
    try {
      const fields = parseDeliverSm(pdu);
      const receipt = parseReceipt(fields, config.name, config.receiptIdFormat);
      if (receipt) await store(receipt);
      else log.warn({ esmClass: fields.esmClass }, 'dropped a deliver_sm that is no receipt');
      answer(pdu.response());
    } catch (error) {
      log.error({ error }, 'could not store a receipt; the carrier is to send it again');
      answer(pdu.response({ command_status: smpp.ESME_RX_T_APPN }));
    }
  }

  return {
    receive(pdu: Pdu): void {
      const taking = take(pdu).finally(() => underWay.delete(taking));
      underWay.add(taking);
    },
    /** Resolves when all that came is answered, what comes meanwhile too. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
