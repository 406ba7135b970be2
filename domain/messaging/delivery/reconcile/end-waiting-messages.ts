import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { addSettledStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import {
  addWebhookEventsSql,
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/notifications/webhooks/outbox/add-subject-events-sql.ts';
import { query } from '#platform/db.ts';
import { expiredReason } from '../to-attempt.ts';

const findExpiredSql = `
  SELECT message_id AS id FROM message_queue WHERE valid_until <= now() AND carrier IS NULL
  ORDER BY valid_until LIMIT 1000`;

/** The ids are given, for the planner to look each up in its month, however old (docs/decisions/046). */
const expireSql = `
  WITH ended AS (
    DELETE FROM message_queue WHERE message_id IN (
      SELECT message_id FROM message_queue
      WHERE message_id = ANY ($2) AND valid_until <= now() AND carrier IS NULL FOR UPDATE SKIP LOCKED)
    RETURNING message_id
  ),
  moved AS (
    UPDATE messages SET
      state = 'expired', reason = $1, version = version + 1, settled_at = now(), encrypted_content = NULL
    FROM ended WHERE id = ANY ($2) AND id = ended.message_id
    RETURNING id, user_id, key_id, livemode, usage_period_id, segments, created_at, state, reason, version, settled_at,
      settled_at AS at,
      NOT EXISTS (SELECT FROM message_parts WHERE message_id = ANY ($2) AND message_id = messages.id) AS untouched
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE untouched),
  ${releaseQuotaSql('refunded')},
  ${addSettledStatsSql('moved')},
  ${addWebhookEventsSql('moved')},
  events AS (
    INSERT INTO message_events (message_id, at, kind) SELECT id, now(), 'expired' FROM moved
  )
  SELECT id, ${wokenEndpointsSql} FROM moved`;

/**
 * Expires queued messages whose validity has ended, also while no carrier is connected. Those that are being submitted
 * are left to their worker. By PostgreSQL's clock: that of a worker may be wrong.
 *
 * @returns how many
 */
export async function expireMessages(): Promise<number> {
  const found = await query<{ id: string }>('find-overdue', findExpiredSql, []);
  if (found.length === 0) return 0;
  const values = [expiredReason, found.map(({ id }) => id)];
  const moved = await query<WokenRow>('expire-overdue', expireSql, values);
  wakeWokenEndpoints(moved);
  return moved.length;
}

/** Reason of a message whose account was about to be deleted before it left. */
const closedReason = 'account is to be deleted';

/**
 * For each account a look into the index of the queue, without test messages, which reach nobody; what is being submitted is left to its worker. After a week there
 * is nothing: messages are valid for three days at most.
 */
const findOfClosedSql = `
  SELECT waiting.message_id AS id
  FROM account_deletions AS d, unnest('{otp,message}'::message_kind[]) AS of_kind, LATERAL (
    SELECT message_id FROM message_queue
    WHERE kind = of_kind AND user_id = d.user_id AND carrier IS NULL ORDER BY due_at, message_id LIMIT 1000
  ) AS waiting
  WHERE d.done_at IS NULL AND d.requested_at > now() - interval '7 days' LIMIT 1000`;

/** The ids are given, for the planner to look each up in its month (docs/decisions/046). */
const cancelSql = `
  WITH ended AS (
    DELETE FROM message_queue WHERE message_id IN (
      SELECT message_id FROM message_queue
      WHERE message_id = ANY ($2) AND carrier IS NULL
        AND user_id IN (SELECT user_id FROM account_deletions WHERE done_at IS NULL) FOR UPDATE SKIP LOCKED)
    RETURNING message_id
  ),
  moved AS (
    UPDATE messages SET state = 'failed', reason = $1, version = version + 1, settled_at = now(), encrypted_content = NULL
    FROM ended WHERE id = ANY ($2) AND id = ended.message_id
    RETURNING id, user_id, key_id, livemode, usage_period_id, segments, created_at, state, reason, version, settled_at,
      settled_at AS at,
      NOT EXISTS (SELECT FROM message_parts WHERE message_id = ANY ($2) AND message_id = messages.id) AS untouched
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE untouched),
  ${releaseQuotaSql('refunded')},
  ${addSettledStatsSql('moved')},
  ${addWebhookEventsSql('moved')}
  SELECT id, ${wokenEndpointsSql} FROM moved`;

/**
 * Cancels the messages of accounts that are to be deleted and have not left, also deferred ones. A message that was
 * accepted in the second in which its account's keys ended is found by the next run.
 *
 * @returns how many
 */
export async function cancelOfClosedAccounts(): Promise<number> {
  const found = await query<{ id: string }>('find-of-closed', findOfClosedSql, []);
  if (found.length === 0) return 0;
  const values = [closedReason, found.map(({ id }) => id)];
  const moved = await query<WokenRow>('cancel-of-closed', cancelSql, values);
  wakeWokenEndpoints(moved);
  return moved.length;
}
