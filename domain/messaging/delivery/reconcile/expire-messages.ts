import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { addSettledStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { addWebhookEventsSql } from '#domain/notifications/webhooks/outbox/add-message-events-sql.ts';
import { wokenEndpointsSql } from '#domain/notifications/webhooks/outbox/add-subject-events-sql.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
} from '#domain/notifications/webhooks/queue/wake-endpoints.ts';
import { query } from '#platform/db.ts';
import { expiredReason } from '../to-attempt.ts';

const findSql = `
  SELECT message_id AS id FROM message_queue WHERE valid_until <= now() AND carrier IS NULL
  ORDER BY valid_until LIMIT 1000`;

/** The ids are given, for the planner to look each up in its month, however old (docs/decisions/046). */
const statement = `
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
  const found = await query<{ id: string }>('find-overdue', findSql, []);
  if (found.length === 0) return 0;
  const values = [expiredReason, found.map(({ id }) => id)];
  const moved = await query<WokenRow>('expire-overdue', statement, values);
  wakeWokenEndpoints(moved);
  return moved.length;
}
