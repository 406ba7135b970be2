import { recordDrift } from '#domain/messaging/dlt/drift/record-drift.ts';
import type { OperatorVerdict } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { reportUnreached } from '#domain/messaging/otp/channels/fail-send-attempts.ts';
import { simulatedCarrier } from '#domain/messaging/test-mode/simulated-receipt.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
} from '#domain/notifications/webhooks/queue/wake-endpoints.ts';
import { logger } from '#platform/logger.ts';
import { counter, histogram, slowBuckets } from '#platform/metrics/instruments.ts';
import { onShutdown } from '#platform/shutdown.ts';
import type { Receipt } from '../carriers/contract.ts';
import { countSettled } from '../health/carrier-counts.ts';
import { logMessages } from '../log-messages.ts';

const receipts = counter<'carrier' | 'state'>({
  name: 'dakiya_receipts_total',
  help: 'Receipts that came, by what they say of the segment.',
  labelNames: ['carrier', 'state'],
});

const deliverySeconds = histogram<'carrier'>({
  name: 'dakiya_receipt_seconds',
  help: 'From the submit of a message to the receipt that settled it, in seconds.',
  labelNames: ['carrier'],
  buckets: slowBuckets,
});

/** Counts a receipt that was matched or stored. Those of test messages come from no carrier. */
export function countReceipt({ carrier, state }: Receipt): void {
  if (carrier !== simulatedCarrier) receipts.inc({ carrier, state });
}

/** A matched receipt; if it settled the message, with its final state and time. */
export type MatchedReceipt = WokenRow & {
  /** In the inbox, or its place among those of the statement. */
  id: number;
  carrier: string;
  messageId: string;
  status: string;
  errorCode: string | null;
  /** What the operator said by the code. */
  verdict: OperatorVerdict | null;
  state: string | null;
  sentAt: Date | null;
  settledAt: Date | null;
  /** The account of a message that it settled. */
  userId: string | null;
};

/**
 * Logs matched receipts, observes the delivery time of the messages that they have settled, counts those that
 * operators rejected for DLT, lets the next channels of codes that were not delivered begin, and wakes up the endpoints
 * that hear of it.
 */
export function reportMatches(matches: MatchedReceipt[]): void {
  observeDeliveryTimes(matches);
  wakeWokenEndpoints(matches);
  logMessages(
    matches.map(({ messageId, carrier, status, verdict, state }) => ({
      messageId,
      fields: { carrier, status, verdict: verdict ?? undefined, state: state ?? undefined },
    })),
    'receipt matched',
  );
  reportRejections(matches);
  reportUnreached(
    matches.flatMap(({ messageId, state }) => (state === 'undelivered' ? messageId : [])),
  );
}

/** Shutdown waits for these. */
const rejectionsBeingCounted = new Set<Promise<unknown>>();
onShutdown('counting of DLT rejections', () => Promise.all(rejectionsBeingCounted));

/** After the receipts are settled, and apart from them: what cannot be counted must not have carriers send them again. */
function reportRejections(matches: MatchedReceipt[]): void {
  const rejections = new Map(
    matches.flatMap(({ messageId, carrier, errorCode, verdict, state }) =>
      state === 'undelivered' && verdict
        ? [[messageId, { messageId, carrier, errorCode, verdict }]]
        : [],
    ),
  );
  if (rejections.size === 0) return;
  const counting = recordDrift([...rejections.values()])
    .catch((error) => logger.error({ error }, 'DLT rejections could not be counted'))
    .finally(() => rejectionsBeingCounted.delete(counting));
  rejectionsBeingCounted.add(counting);
}

/** A receipt may be matched before its submit is recorded, so negative times count as 0. */
function observeDeliveryTimes(matches: MatchedReceipt[]): void {
  // Once per message, also if several of its receipts were matched together.
  for (const match of new Map(matches.map((one) => [one.messageId, one])).values()) {
    const { carrier, sentAt, settledAt } = match;
    if (carrier === simulatedCarrier) continue;
    countSettled(match);
    if (!sentAt || !settledAt) continue;
    deliverySeconds.observe(
      { carrier },
      Math.max(0, settledAt.getTime() - sentAt.getTime()) / 1_000,
    );
  }
}
