import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { addSettledStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.server.ts';
import { retry } from '#platform/retry.ts';
import type { Lane } from './carriers/contract.ts';
import type { Attempt } from './contract.ts';
import { deliverySettings } from './settings.server.ts';
import { insertEventsSql, upsertPartsSql } from './timeline-sql.ts';

/**
 * Updates each message by its attempt and writes its parts, timeline and statistics, in one
 * statement. A message whose lease expired while its worker was slow has become `unknown`
 * meanwhile: it may still be recorded as sent, but is never queued again. The lease identifies the
 * claim: if the statement runs twice because its first response was lost, it does not touch another
 * worker's claim.
 */
const statement = `
  WITH attempt AS (
    SELECT * FROM json_to_recordset($1::json) AS a(
      id text, state message_state, reason text, due_at timestamptz, counted smallint,
      refund boolean, lease_until timestamptz)
  ),
  moved AS (
    UPDATE messages AS m SET
      state = CASE WHEN attempt.state = 'sent' AND m.parts_undelivered > 0
        THEN 'undelivered' ELSE attempt.state END,
      reason = attempt.reason,
      attempts = m.attempts + attempt.counted,
      due_at = coalesce(attempt.due_at, m.due_at),
      lease_until = NULL,
      encrypted_content = CASE WHEN attempt.state = 'queued' THEN m.encrypted_content END,
      sent_at = CASE WHEN attempt.state = 'sent' THEN $2 ELSE m.sent_at END,
      settled_at = CASE
        WHEN attempt.state IN ('failed', 'expired') THEN $2
        WHEN attempt.state = 'sent' AND m.parts_undelivered > 0 THEN $2 END
    FROM attempt
    WHERE m.id = attempt.id
      AND (m.state = 'submitting' AND m.lease_until = attempt.lease_until
        OR m.state = 'unknown' AND attempt.state = 'sent')
    RETURNING m.id, m.user_id, m.usage_period_id, m.segments, m.created_at, m.state, m.settled_at,
      attempt.refund
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE refund),
  ${releaseQuotaSql('refunded')},
  ${upsertPartsSql('$3')},
  ${insertEventsSql('$4', 'moved')},
  ${addSettledStatsSql('moved')}
  SELECT count(*) FROM moved`;

async function flush(attempts: Attempt[]): Promise<null[]> {
  const values = [
    JSON.stringify(
      attempts.map(({ messageId, state, reason, dueAt, counted, refund, leaseUntil }) => ({
        id: messageId,
        state,
        reason,
        due_at: dueAt,
        counted: counted ? 1 : 0,
        refund,
        lease_until: leaseUntil,
      })),
    ),
    clock.now(),
    JSON.stringify(attempts.flatMap(({ parts }) => parts)),
    JSON.stringify(attempts.flatMap(({ events }) => events)),
  ];
  // The outcome cannot be found out later, so this retries while the database is unavailable.
  await retry(() => query('record-attempts', statement, values), {
    while: isDatabaseUnavailable,
    forMs: deliverySettings.SUBMIT_LEASE_SECONDS * 1_000,
  });
  return attempts.map(() => null);
}

const record: Record<Lane, (attempt: Attempt) => Promise<null>> = {
  otp: createBatch(flush, { max: 500 }),
  messages: createBatch(flush, { max: 500, minIntervalMs: 30 }),
};

/** Records the outcome of an attempt; resolves when it is committed. */
export async function recordAttempt(attempt: Attempt): Promise<void> {
  await record[attempt.lane](attempt);
}
