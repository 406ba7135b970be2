import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { addSettledStatsSql, countedColumns } from '#domain/messaging/stats/add-stats-sql.ts';
import {
  addWebhookEventsSql,
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { query } from '#platform/db.ts';

const findExpiredSql = `
  SELECT message_id AS id FROM message_queue WHERE valid_until <= now() AND carrier IS NULL
  ORDER BY valid_until LIMIT 1000`;

/**
 * A statement that ends messages of the queue: $1 is the reason, $2 their ids. Messages without a part give their units
 * back. With a list of ids the planner looks each up in its month, however old (docs/decisions/046).
 *
 * @param condition on a row of `message_queue`, checked again under the lock
 * @param also further CTEs, which read `moved`, beginning with a comma
 */
const endSql = (state: 'expired' | 'failed', condition: string, also = '') => `
  WITH ended AS (
    DELETE FROM message_queue WHERE message_id IN (
      SELECT message_id FROM message_queue
      WHERE message_id = ANY ($2) AND carrier IS NULL AND ${condition} FOR UPDATE SKIP LOCKED)
    RETURNING message_id
  ),
  moved AS (
    UPDATE messages SET
      state = '${state}', reason = $1, version = version + 1, settled_at = now(), encrypted_content = NULL
    FROM ended WHERE id = ANY ($2) AND id = ended.message_id
    RETURNING id, usage_period_id, segments, state, reason, version, settled_at, settled_at AS at, NULL::text AS carrier,
      ${countedColumns('messages')},
      NOT EXISTS (SELECT FROM message_parts WHERE message_id = ANY ($2) AND message_id = messages.id) AS untouched
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE untouched),
  ${releaseQuotaSql('refunded')},
  ${addSettledStatsSql('moved')},
  ${addWebhookEventsSql('moved')}${also}
  SELECT id, ${wokenEndpointsSql} FROM moved`;

/** @returns how many were ended */
async function end(
  name: string,
  statement: string,
  reason: string,
  found: { id: string }[],
): Promise<number> {
  if (found.length === 0) return 0;
  const moved = await query<WokenRow>(name, statement, [reason, found.map(({ id }) => id)]);
  wakeWokenEndpoints(moved);
  return moved.length;
}

const expireSql = endSql(
  'expired',
  'valid_until <= now()',
  `,
  events AS (
    INSERT INTO message_events (message_id, at, kind) SELECT id, now(), 'expired' FROM moved
  )`,
);

/** Reason if no carrier accepted the message within its validity. */
const expiredReason = 'validity period over';

/**
 * Expires queued messages whose validity has ended, also while no carrier is connected. Messages that are being submitted
 * are left to their worker. PostgreSQL's clock counts, because a worker's clock may be wrong.
 *
 * @returns how many
 */
export async function expireMessages(): Promise<number> {
  const found = await query<{ id: string }>('find-overdue', findExpiredSql, []);
  return await end('expire-overdue', expireSql, expiredReason, found);
}

/** Reason if the account was closed before the message was submitted. */
const closedReason = 'account is to be deleted';

/**
 * One index lookup in the queue for each account, without test messages, which are never delivered. Messages being submitted
 * are left to their worker. A week after closing no messages are left: they are valid for three days at most.
 */
const findOfClosedSql = `
  SELECT waiting.message_id AS id
  FROM account_deletions AS d, unnest('{otp,message}'::message_kind[]) AS of_kind, LATERAL (
    SELECT message_id FROM message_queue
    WHERE kind = of_kind AND user_id = d.user_id AND carrier IS NULL ORDER BY due_at, message_id LIMIT 1000
  ) AS waiting
  WHERE d.done_at IS NULL AND d.requested_at > now() - interval '7 days' LIMIT 1000`;

const cancelSql = endSql(
  'failed',
  'user_id IN (SELECT user_id FROM account_deletions WHERE done_at IS NULL)',
);

/**
 * Cancels unsubmitted messages of closed accounts, including deferred ones. A message that was accepted in the second in
 * which its account's keys ended is found by the next run.
 *
 * @returns how many
 */
export async function cancelOfClosedAccounts(): Promise<number> {
  const found = await query<{ id: string }>('find-of-closed', findOfClosedSql, []);
  return await end('cancel-of-closed', cancelSql, closedReason, found);
}
