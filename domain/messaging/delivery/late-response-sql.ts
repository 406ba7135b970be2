import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { isLiveSql } from '#domain/messaging/months/is-live-sql.ts';
import { addSettledStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { addWebhookEventsSql } from '#domain/notifications/webhooks/outbox/add-message-events-sql.ts';
import { wokenEndpointsSql } from '#domain/notifications/webhooks/outbox/add-subject-events-sql.ts';
import { roundSql } from './part-seq.ts';
import { insertEventsSql } from './timeline-sql.ts';

/** The newest part: a reference has 16 bits, so an older part to the same number may share it. */
export const findUnknownPartSql = `
  SELECT message_id, seq, segments, (SELECT attempts FROM messages WHERE id = message_id) AS attempts FROM message_parts
  WHERE carrier = $1 AND recipient = $2 AND reference = $3
    AND state = 'unknown' AND carrier_message_id IS NULL AND ${isLiveSql('message_id', 4)}
  ORDER BY message_id DESC LIMIT 1`;

/** The part gets its id; the message is sent once none of its parts is unknown. */
export const acceptedLateSql = `
  WITH part AS (
    UPDATE message_parts SET state = 'sent', carrier_message_id = $3, submitted_at = $4
    WHERE message_id = $1 AND seq = $2 AND state = 'unknown' RETURNING message_id AS id
  ),
  moved AS (
    UPDATE messages SET state = 'sent', reason = NULL, version = version + 1, sent_at = $4
    WHERE id = $1 AND EXISTS (SELECT FROM part) AND state = 'unknown'
      AND segments = (
        SELECT sum(segments) FROM message_parts
        WHERE message_id = $1 AND ${roundSql('seq')} = ${roundSql('$2::int')})
      AND NOT EXISTS (
        SELECT FROM message_parts WHERE message_id = $1 AND seq <> $2 AND state = 'unknown')
    RETURNING id, user_id, key_id, livemode, state, reason, version, $4::timestamptz AS at
  ),
  ${addWebhookEventsSql('moved')}
  SELECT id, ${wokenEndpointsSql} FROM part`;

/**
 * The carrier rejected it, so it was certainly not sent; the quota is released if it was the first
 * part.
 */
export const refusedLateSql = `
  WITH part AS (
    DELETE FROM message_parts WHERE message_id = $1 AND seq = $2 AND state = 'unknown'
    RETURNING message_id AS id
  ),
  moved AS (
    UPDATE messages SET state = 'failed', reason = $3, version = version + 1, settled_at = $4
    WHERE id = $1 AND EXISTS (SELECT FROM part) AND state = 'unknown'
    RETURNING id, user_id, key_id, livemode, usage_period_id, segments, created_at, state, reason, version, settled_at,
      settled_at AS at
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE $2 = 1),
  ${releaseQuotaSql('refunded')},
  ${addSettledStatsSql('moved')},
  ${insertEventsSql('$5', 'part')},
  ${addWebhookEventsSql('moved')}
  SELECT id, ${wokenEndpointsSql} FROM part`;

/**
 * The carrier rejected it for now and nothing else of it is unknown: it is queued again for what no carrier has, due in $3
 * milliseconds. Not a one-time password, whose text is deleted once it may have left, and not beyond its validity.
 */
export const requeueLateSql = `
  WITH again AS (
    SELECT id, user_id, kind, valid_until FROM messages
    WHERE id = $1 AND state = 'unknown' AND kind = 'message' AND livemode AND content IS NOT NULL AND parts_undelivered = 0
      AND valid_until > now() + $3 * interval '1 ms'
      AND NOT EXISTS (SELECT FROM message_parts WHERE message_id = $1 AND seq <> $2 AND state = 'unknown')
    FOR UPDATE
  ),
  part AS (
    DELETE FROM message_parts WHERE message_id = $1 AND seq = $2 AND state = 'unknown' AND EXISTS (SELECT FROM again)
    RETURNING message_id AS id
  ),
  moved AS (
    UPDATE messages SET state = 'queued', reason = $4, version = version + 1, attempts = attempts + $5
    WHERE id = $1 AND EXISTS (SELECT FROM part)
  ),
  queued AS (
    INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until)
    SELECT id, user_id, kind, now() + $3 * interval '1 ms', valid_until FROM again WHERE EXISTS (SELECT FROM part)
  ),
  ${insertEventsSql('$6', 'part')}
  SELECT id FROM part`;
