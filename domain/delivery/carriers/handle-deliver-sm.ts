import type { Logger } from 'pino';
import { prepareReceiptErrors } from '#domain/dlt/operator-verdicts/receipt-errors.ts';
import { isUnknownState } from '#domain/sms/receipt-state.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { counter } from '#platform/metrics/instruments.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { Receipt, UnreadPdu } from './contract.ts';
import { readReceipt } from './parse-receipt.ts';
import { commandStatus, type Pdu, readDelivered } from './pdu.ts';

const deliveries = counter<'carrier' | 'kind'>({
  name: 'dakiya_carrier_deliveries_total',
  help: 'deliver_sm and data_sm PDUs of carriers, by kind: receipt, inbound (a message from a handset) or unread (it could not be read).',
  labelNames: ['carrier', 'kind'],
});

type Options = {
  config: CarrierConfig;
  store: (receipt: Receipt) => Promise<void>;
  keep: (pdu: UnreadPdu) => Promise<void>;
  answer: (pdu: Pdu, status: number) => void;
  log: Logger;
};

/** The reason why the octets of a receipt with this state are kept. */
export const reasonOfState = (status: string): string => `the unknown state ${status}`;

/**
 * Minimum time between two receipts with an unknown state whose octets are kept, in milliseconds. Without this limit,
 * the octets of every receipt of a carrier might be kept.
 */
const unknownStateEveryMs = 1_000;

/**
 * Handles deliver_sm and data_sm PDUs. Acknowledges a receipt only after the receipt is stored. If storing fails, the
 * response is ESME_RX_T_APPN, so that the carrier sends the receipt again. Every other PDU is acknowledged, because a
 * carrier repeats a rejected PDU for days. The octets of a PDU that cannot be read are kept; messages from handsets are
 * dropped, because we offer no inbound messages. A receipt with an unknown state is stored like other receipts, and its
 * octets are kept too: its message stays `sent` until the operator of the installation says what the state means.
 */
export function createDeliverSmHandler({ config, store, keep, answer, log }: Options) {
  const inProgress = new Set<Promise<void>>();
  const toError = prepareReceiptErrors(config);
  const whole = config.receiptsPerText === 'one' ? { settlesAll: true } : {};
  let keptStateAt = Number.NEGATIVE_INFINITY;

  function isNewUnknownState(status: string): boolean {
    if (!isUnknownState(status, config.receiptStates)) return false;
    if (performance.now() - keptStateAt < unknownStateEveryMs) return false;
    keptStateAt = performance.now();
    return true;
  }

  async function keepUnread(pdu: Pdu, reason: string): Promise<void> {
    log.warn({ reason }, 'kept a deliver_sm that could not be read');
    await keep({ carrier: config.name, reason, octets: pdu.octets });
  }

  async function handle(pdu: Pdu): Promise<void> {
    try {
      const reading = readReceipt(readDelivered(pdu), config);
      deliveries.inc({ carrier: config.name, kind: reading.kind });
      if (reading.kind === 'receipt') {
        const { status } = reading.receipt;
        await store({ ...reading.receipt, ...toError(reading.receipt), ...whole });
        if (isNewUnknownState(status)) await keepUnread(pdu, reasonOfState(status));
      } else if (reading.kind === 'unread') await keepUnread(pdu, reading.reason);
      answer(pdu, commandStatus.ok);
    } catch (error) {
      // Only a warning: the carrier repeats the receipt, and in an outage every receipt fails.
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      log[level]({ error }, 'could not store a receipt; asked the carrier to send it again');
      answer(pdu, commandStatus.tryLater);
    }
  }

  return {
    receive(pdu: Pdu): void {
      const handling = handle(pdu).finally(() => inProgress.delete(handling));
      inProgress.add(handling);
    },
    /** Resolves when every received PDU is answered, including PDUs that arrive during the wait. */
    async settled(): Promise<void> {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}
