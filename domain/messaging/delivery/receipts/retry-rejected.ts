import type { OperatorVerdict } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { profileOf } from '#domain/messaging/dlt/sending/profile-of.ts';
import { isLiveSql } from '#domain/messaging/months/is-live-sql.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { createBatch } from '#platform/batch.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { isWithinHours, nextStart } from '../carriers/hours.ts';
import { logMessages } from '../log-messages.ts';
import { hourRetry, scrubbingRetry } from '../retry-policy.ts';
import { chooseSql } from './match-sql.ts';

/** Temporary rejections: the operator's own check failed, or the hour is wrong. */
const temporary = {
  scrubbing: 'dlt_scrubbing_failed',
  hour: 'dlt_promo_window',
} as const satisfies Record<string, OperatorVerdict>;

const verdicts: readonly string[] = Object.values(temporary);

/** Whether the message of a receipt with this verdict, which only undelivered ones have, may be sent again. */
export const isTemporary = (verdict: string | null): boolean =>
  verdict !== null && verdicts.includes(verdict);

/** With a spread, so that what one outage rejected does not come back in one second. */
const delay = `interval '1 second' * least(
  ${scrubbingRetry.firstDelaySeconds} * ${scrubbingRetry.growth} ^ least(m.attempts, 10), ${hourRetry.maxDelaySeconds}) * (0.75 + random() / 2)`;

/** `ERROR_IDENTIFYING_TEMPLATE`: the operator's check may have failed, or does not know the template. Once shows which. */
const onceCode = '636';

/**
 * Puts messages back into the queue whose only part an operator rejected for now. The part is settled, so that the next
 * attempt has a part of its own; the message does not count it, so that it can still be delivered.
 *
 * What was sent at the wrong hour waits until the hours begin, at $4, if it was accepted to wait (`may_wait`). If they have
 * begun, $4 is null: the operator's hours or its clock differ. Then the message is sent again soon, and with growing delays
 * until its validity ends: the operator's hours begin at some time.
 *
 * Only a message that is `sent` as a whole in one part, and has its text: of several segments the recipient may have some,
 * and of a one-time password the text is deleted once it is sent. What is `unknown` is not sent again.
 */
const statement = `
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

/** A receipt whose part was found. */
type Found = {
  id: number;
  messageId: string;
  carrier: string;
  verdict: string;
  isRetried: boolean;
};

/** `waits`: its part is not recorded yet. `final`: its message is not sent again. */
type RetryOutcome = 'retried' | 'waits' | 'final';

const retryBatch = createBatch(
  async (ids: number[]) => {
    const { promotionalHours } = profileOf('enforce');
    const now = new Date(databaseClock.now());
    const start = isWithinHours(promotionalHours, now) ? null : nextStart(promotionalHours, now);
    const found = await query<Found>('retry-rejected', statement, [ids, ...liveIds(), start]);
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
 * Has the message of a stored receipt sent again, if an operator rejected it for now. The reconciler wakes the workers up
 * when it is due.
 *
 * @returns `final` if the message is not sent again, so that the receipt settles it
 */
export const retryRejected = (receiptId: number): Promise<RetryOutcome> => retryBatch(receiptId);
