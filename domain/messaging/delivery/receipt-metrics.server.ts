import { counter, histogram, slowBuckets } from '#platform/metrics/instruments.server.ts';
import type { Receipt } from './carriers/contract.ts';

const receipts = counter<'carrier' | 'state'>({
  name: 'dakiya_receipts_total',
  help: 'Receipts stored, by what they say of the segment.',
  labelNames: ['carrier', 'state'],
});

const took = histogram<'carrier'>({
  name: 'dakiya_receipt_seconds',
  help: 'From the submit of a message to the receipt that settled it, in seconds.',
  labelNames: ['carrier'],
  buckets: slowBuckets,
});

/** Counts a receipt that is stored. */
export const countReceipt = ({ carrier, state }: Receipt) => receipts.inc({ carrier, state });

/** A receipt that was matched, and if the message came to its end by it, how and when. */
export type MatchedReceipt = {
  id: number;
  carrier: string;
  carrierMessageId: string;
  /** E.164, as of the part. */
  recipient: string;
  messageId: string;
  status: string;
  state: string | null;
  sentAt: Date | null;
  settledAt: Date | null;
};

/** Measures the messages that came to their end. A receipt may be here before its submit is recorded. */
export function recordDeliveryLatency(matches: MatchedReceipt[]): void {
  // Each message once, also if several of its receipts were matched together.
  for (const { carrier, sentAt, settledAt } of new Map(
    matches.map((match) => [match.messageId, match]),
  ).values()) {
    if (!sentAt || !settledAt) continue;
    took.observe({ carrier }, Math.max(0, settledAt.getTime() - sentAt.getTime()) / 1_000);
  }
}
