import { recordDrift } from '#domain/delivery/drift/record-drift.ts';
import type { OperatorVerdict } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { profileOf } from '#domain/dlt/sending/identify.ts';
import { traceReceipts } from '#domain/messaging/messages/trace-messages.ts';
import { isLiveSql, liveIds } from '#domain/messaging/months/live-ids.ts';
import { reportUnreached } from '#domain/messaging/otp/channels/advance-send-attempts.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { createBatch } from '#platform/batch.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { counter, histogram, slowBuckets } from '#platform/metrics/instruments.ts';
import { backgroundWork } from '#platform/shutdown.ts';
import { isWithinHours, nextStart } from '../../sms/hours.ts';
import { type Receipt, simulatedCarrier } from '../carriers/contract.ts';
import type { PartRow } from '../contract.ts';
import { countSettled } from '../health/check-health.ts';
import { logMessages } from '../record-attempt.ts';
import { hourRetry, scrubbingRetry } from '../retry-policy.ts';
import type { CountedOutcome } from '../stats/count-outcomes.ts';
import { countOutcome } from '../stats/write-counts.ts';
import { chooseSql, matchedRowsSql, settleSql } from './match-sql.ts';

/** Locks receipts before pairing them, and deletes matched receipts from the inbox. */
const matchStored = `
  WITH wanted AS (
    SELECT * FROM receipt_inbox WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE
  ),
  ${chooseSql},
  matched AS (
    DELETE FROM receipt_inbox AS r USING chosen WHERE r.id = chosen.id RETURNING chosen.*
  ),
  ${settleSql}
  ${matchedRowsSql}`;

/**
 * SQL column: the verdict of a receipt in the inbox. The verdict decides whether the message is sent again. It is null for a
 * receipt about all segments of a text: such a receipt always settles the text, because single segments cannot be sent again.
 */
export const pendingVerdictSql = 'CASE WHEN NOT settles_all THEN verdict END AS verdict';

/**
 * Finds receipts that arrived before their parts were recorded. Such receipts are rare, so a separate statement searches for
 * them.
 */
const early = `
  SELECT r.id, p.place, ${pendingVerdictSql} FROM receipt_inbox AS r
  JOIN unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS p(carrier, carrier_message_id, recipient, place)
    ON r.carrier = p.carrier AND r.carrier_message_id = p.carrier_message_id
      AND r.recipient IN (substr(p.recipient, 2), '')
  WHERE r.carrier_message_id <> ''`;

/**
 * The limits of a batch are the same as in `receive-receipt.ts`. The interval is long, because no job waits for a
 * single receipt.
 */
const batch = { max: 1_000, minIntervalMs: 30 };

const receipts = counter<'carrier' | 'state'>({
  name: 'dakiya_receipts_total',
  help: 'Receipts that arrived, by the state that they report.',
  labelNames: ['carrier', 'state'],
});

const deliverySeconds = histogram<'carrier'>({
  name: 'dakiya_receipt_seconds',
  help: 'Time from the submit of a message to the receipt that set its final state, in seconds.',
  labelNames: ['carrier'],
  buckets: slowBuckets,
});

/** Counts a receipt that was matched or stored, except for receipts of test messages, which no carrier sent. */
export function countReceipt({ carrier, state }: Receipt): void {
  if (carrier !== simulatedCarrier) receipts.inc({ carrier, state });
}

/** A matched receipt, with the final state and times of the message if the receipt settled the message. */
export type MatchedReceipt = WokenRow & {
  /** The id in the inbox, or the position among the receipts of the statement. */
  id: number;
  carrier: string;
  messageId: string;
  status: string;
  errorCode: string | null;
  /** The meaning of the operator's code. */
  verdict: OperatorVerdict | null;
  state: string | null;
  sentAt: Date | null;
  settledAt: Date | null;
  /** The account of the message that the receipt settled. */
  userId: string | null;
  recipient: string | null;
  kind: CountedOutcome['kind'] | null;
  /** Why the message was not delivered. */
  reason: string | null;
};

/**
 * Logs matched receipts, observes the delivery times of the messages that they settled, counts rejections for DLT reasons,
 * starts the next channel for one-time passwords that were not delivered, and wakes up the webhook endpoints that get an event.
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
  traceReceipts(matches);
  reportRejections(matches);
  reportUnreached(
    matches.flatMap(({ messageId, state }) => (state === 'undelivered' ? messageId : [])),
  );
}

const inBackground = backgroundWork('counting of DLT rejections');

/**
 * Counts rejections after the receipts are settled, in a separate transaction: if counting fails, the receipts remain settled,
 * and carriers need not send them again.
 */
function reportRejections(matches: MatchedReceipt[]): void {
  const rejections = new Map(
    matches.flatMap(({ messageId, carrier, errorCode, verdict, state }) =>
      state === 'undelivered' && verdict
        ? [[messageId, { messageId, carrier, errorCode, verdict }]]
        : [],
    ),
  );
  if (rejections.size === 0) return;
  inBackground(
    recordDrift([...rejections.values()]).catch((error) =>
      logger.error({ error }, 'DLT rejections could not be counted'),
    ),
  );
}

/** Counts a message that a receipt has settled in the delivery statistics. */
function countEnded(match: MatchedReceipt, latencyMs: number | null): void {
  const { carrier, recipient, kind, state: outcome, reason } = match;
  if (recipient === null || kind === null) return;
  if (outcome === 'delivered')
    countOutcome({ carrier, recipient, kind, outcome, reason: null, latencyMs });
  if (outcome === 'undelivered')
    countOutcome({ carrier, recipient, kind, outcome, reason, latencyMs: null });
}

/** A receipt may be matched before its submit is recorded, so negative times count as 0. */
function observeDeliveryTimes(matches: MatchedReceipt[]): void {
  // Counts each message once, even if several of its receipts were matched together.
  for (const match of new Map(matches.map((one) => [one.messageId, one])).values()) {
    const { carrier, sentAt, settledAt } = match;
    if (carrier === simulatedCarrier) continue;
    countSettled(match);
    const latencyMs = sentAt && settledAt && Math.max(0, settledAt.getTime() - sentAt.getTime());
    countEnded(match, latencyMs);
    if (latencyMs !== null) deliverySeconds.observe({ carrier }, latencyMs / 1_000);
  }
}

const matchReceipt = createBatch(async (ids: number[]) => {
  const matches = await query<MatchedReceipt>('match-stored-receipts', matchStored, [
    ids,
    ...liveIds(),
  ]);
  reportMatches(matches);
  const left = new Set(matches.map(({ id }) => id));
  // A batch may contain the same receipt twice: from the reconciler, and from the recording of its part. Only the first one is
  // reported as matched.
  return ids.map((id) => left.delete(id));
}, batch);

/** A receipt in the inbox. */
export type StoredReceipt = { id: number; verdict: string | null };

/** The columns of a part by which its receipts are found. */
type SentPart = Pick<PartRow, 'carrier' | 'recipient'> & { carrier_message_id: string };

const findEarlyReceipts = createBatch(async (parts: SentPart[]) => {
  const found = await query<StoredReceipt & { place: number }>('early-receipts', early, [
    parts.map(({ carrier }) => carrier),
    parts.map(({ carrier_message_id }) => carrier_message_id),
    parts.map(({ recipient }) => recipient),
  ]);
  const receipts = parts.map((): StoredReceipt[] => []);
  for (const { place, ...receipt } of found) receipts[place - 1]?.push(receipt);
  return receipts;
}, batch);

/**
 * Verdicts of temporary rejections: the operator could not complete its own check, or the message was sent at the wrong
 * hour.
 */
const temporary = {
  scrubbing: 'dlt_scrubbing_failed',
  hour: 'dlt_promo_window',
} as const satisfies Record<string, OperatorVerdict>;

const verdicts: readonly string[] = Object.values(temporary);

/** Whether a message may be sent again after a receipt with this verdict. Only undelivered receipts have a verdict. */
export const isTemporary = (verdict: string | null): boolean =>
  verdict !== null && verdicts.includes(verdict);

/**
 * The delay before a rejected message is sent again, with jitter, so that messages rejected in one outage do not all return in
 * the same second.
 */
const delay = `interval '1 second' * least(
  ${scrubbingRetry.firstDelaySeconds} * ${scrubbingRetry.growth} ^ least(m.attempts, 10), ${hourRetry.maxDelaySeconds}) * (0.75 + random() / 2)`;

/**
 * `ERROR_IDENTIFYING_TEMPLATE`: either the operator could not complete its check, or it does not know the template. One
 * retry shows which it is.
 */
const onceCode = '636';

/**
 * Puts a message back into the queue if an operator rejected its only part temporarily. The part becomes `undelivered`, so that
 * the next attempt gets a new part. The message does not count the old part, so the message can still be delivered.
 *
 * A message that was sent at the wrong hour and may wait (`may_wait`) waits until the allowed hours begin, at $4. If $4 is
 * null, these hours have already begun by our clock, so the operator's hours or clock differ. In that case the message is sent
 * again soon, with a longer delay after each further rejection, until its validity ends.
 *
 * A message is only put back if it is `sent` in a single part and still has its text. The recipient may have received some
 * segments of a longer message, and the text of a one-time password is deleted once it is sent. Messages that are `unknown` are
 * not sent again.
 */
const retrySql = `
  WITH wanted AS (
    SELECT * FROM receipt_inbox WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE
  ),
  ${chooseSql},
  open AS (
    SELECT DISTINCT ON (message_id) * FROM chosen WHERE is_final AND is_open ORDER BY message_id, id
  ),
  retried AS (
    SELECT m.id, m.user_id, m.kind, m.valid_until, next.due_at, o.seq, o.id AS receipt_id,
      o.carrier, o.status, o.error_code, o.verdict, o.received_at
    FROM open AS o JOIN messages AS m ON m.id = o.message_id AND m.id = ANY (ARRAY(SELECT message_id FROM open))
      AND ${isLiveSql('m.id', 2)}
    CROSS JOIN LATERAL (
      SELECT CASE o.verdict WHEN '${temporary.hour}' THEN coalesce($4::timestamptz, now() + ${delay}) ELSE now() + ${delay} END AS due_at) AS next
    WHERE m.state = 'sent' AND m.kind = 'message' AND m.livemode AND m.content IS NOT NULL
      AND o.segments = m.segments AND m.parts_delivered = 0 AND m.parts_undelivered = 0
      AND m.valid_until > next.due_at
      AND CASE WHEN o.verdict = '${temporary.hour}' THEN m.may_wait
        WHEN ltrim(o.error_code, '0') = '${onceCode}' THEN m.attempts = 0
        ELSE m.attempts < ${scrubbingRetry.attempts} END
    ORDER BY m.id FOR UPDATE OF m
  ),
  part AS (
    UPDATE message_parts AS p SET
      state = 'undelivered', receipt_at = r.received_at, receipt_status = r.status, receipt_error_code = r.error_code
    FROM retried AS r
    WHERE p.message_id = r.id AND p.seq = r.seq AND p.state = 'sent' AND ${isLiveSql('p.message_id', 2)}
    RETURNING r.*
  ),
  moved AS (
    UPDATE messages AS m SET
      state = 'queued', version = m.version + 1, attempts = m.attempts + 1, sent_at = NULL,
      reason = concat_ws(': ', concat_ws(' ', part.status, part.error_code), part.verdict)
    FROM part WHERE m.id = part.id AND ${isLiveSql('m.id', 2)}
  ),
  queued AS (
    INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until)
    SELECT id, user_id, kind, due_at, valid_until FROM part
  ),
  consumed AS (
    DELETE FROM receipt_inbox WHERE id IN (SELECT receipt_id FROM part)
  )
  SELECT chosen.id, chosen.message_id AS "messageId", chosen.carrier, chosen.verdict, part.id IS NOT NULL AS "isRetried"
  FROM chosen FULL JOIN part ON part.receipt_id = chosen.id`;

/** A receipt with its part. */
type Found = {
  id: number;
  messageId: string;
  carrier: string;
  verdict: string;
  isRetried: boolean;
};

/** `waits`: the receipt's part is not recorded yet. `final`: the message is not sent again, so the receipt settles it. */
type RetryOutcome = 'retried' | 'waits' | 'final';

const retryBatch = createBatch(
  async (ids: number[]) => {
    const { promotionalHours } = profileOf('enforce');
    const now = new Date(databaseClock.now());
    const start = isWithinHours(promotionalHours, now) ? null : nextStart(promotionalHours, now);
    const found = await query<Found>('retry-rejected', retrySql, [ids, ...liveIds(), start]);
    logMessages(
      found
        .filter(({ isRetried }) => isRetried)
        .map(({ messageId, carrier, verdict }) => ({
          messageId,
          fields: { carrier, verdict, state: 'queued' },
        })),
      'receipt matched',
    );
    const outcomes = new Map(
      found.map(({ id, isRetried }): [number, RetryOutcome] => [
        id,
        isRetried ? 'retried' : 'final',
      ]),
    );
    return ids.map((id) => outcomes.get(id) ?? 'waits');
  },
  { max: 1_000, minIntervalMs: 30 },
);

/**
 * Queues the message of a stored receipt again if an operator rejected it temporarily. The reconciler wakes the workers up when
 * the message is due.
 *
 * @returns `final` if the message is not sent again; the caller then settles it with the receipt
 */
const retryRejected = (receiptId: number): Promise<RetryOutcome> => retryBatch(receiptId);

/**
 * Matches one receipt of the inbox, and queues its message again or settles it.
 *
 * @returns false if the receipt's part is not recorded yet
 */
export async function matchStoredReceipt({ id, verdict }: StoredReceipt): Promise<boolean> {
  const outcome = isTemporary(verdict) ? await retryRejected(id) : 'final';
  return outcome === 'final' ? matchReceipt(id) : outcome === 'retried';
}

/** Matches receipts that arrived before their parts were recorded. */
export async function matchPartReceipts(
  parts: Pick<PartRow, 'carrier' | 'carrier_message_id' | 'recipient'>[],
): Promise<void> {
  await Promise.all(
    parts.map(async ({ carrier, carrier_message_id, recipient }) => {
      if (carrier_message_id === null) return;
      const found = await findEarlyReceipts({ carrier, carrier_message_id, recipient });
      await Promise.all(found.map(matchStoredReceipt));
    }),
  );
}
