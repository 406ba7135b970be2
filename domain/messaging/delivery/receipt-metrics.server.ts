import { counter, histogram, slowBuckets } from '#platform/metrics/instruments.server.ts';
import type { Receipt } from './carriers/contract.ts';

const receipts = counter<'carrier' | 'state'>({
  name: 'dakiya_receipts_total',
  help: 'Receipts stored, by what they say of the segment.',
  labelNames: ['carrier', 'state'],
});

const deliverySeconds = histogram<'carrier'>({
  name: 'dakiya_receipt_seconds',
  help: 'From the submit of a message to the receipt that settled it, in seconds.',
  labelNames: ['carrier'],
  buckets: slowBuckets,
});

/** Counts a stored receipt. */
export const countReceipt = ({ carrier, state }: Receipt) => receipts.inc({ carrier, state });

/** A matched receipt; if it settled the message, with its final state and time. */
export type MatchedReceipt = {
  id: number;
  carrier: string;
  carrierMessageId: string;
  /** E.164, from the part. */
  recipient: string;
  messageId: string;
  status: string;
  state: string | null;
  sentAt: Date | null;
  settledAt: Date | null;
};

/**
 * Observes the delivery time of settled messages. A receipt may be stored before its submit is
 * recorded, so negative times count as 0.
 */
export function recordDeliveryLatency(matches: MatchedReceipt[]): void {
  // Once per message, also if several of its receipts were matched together.
  for (const { carrier, sentAt, settledAt } of new Map(
    matches.map((match) => [match.messageId, match]),
  ).values()) {
    if (!sentAt || !settledAt) continue;
    deliverySeconds.observe(
      { carrier },
      Math.max(0, settledAt.getTime() - sentAt.getTime()) / 1_000,
    );
  }
}
