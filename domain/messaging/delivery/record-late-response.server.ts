import { setTimeout as pause } from 'node:timers/promises';
import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { isLiveSql } from '#domain/messaging/months/is-live-sql.ts';
import { liveIds } from '#domain/messaging/months/live-ids.server.ts';
import { addSettledStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { addWebhookEventsSql } from '#domain/notifications/webhooks/outbox/add-message-events-sql.ts';
import { wokenEndpointsSql } from '#domain/notifications/webhooks/outbox/add-subject-events-sql.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
} from '#domain/notifications/webhooks/queue/wake-endpoints.server.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import type { LateResponse } from './carriers/contract.ts';
import { roundSql } from './part-seq.ts';
import { matchPartReceipts } from './receipts/match-stored-receipts.server.ts';
import { insertEventsSql } from './timeline-sql.ts';
import { statusText } from './to-attempt.ts';

/** Longer than recording an attempt takes. */
const recordingMs = 1_000;

type Found = { message_id: string; seq: number; segments: number };

/** The newest part: a reference has 16 bits, so an older part to the same number may share it. */
const find = `
  SELECT message_id, seq, segments FROM message_parts
  WHERE carrier = $1 AND recipient = $2 AND reference = $3
    AND state = 'unknown' AND carrier_message_id IS NULL AND ${isLiveSql('message_id', 4)}
  ORDER BY message_id DESC LIMIT 1`;

/** The part gets its id; the message is sent once none of its parts is unknown. */
const accepted = `
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
const refused = `
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
 * Records a response that arrived after its submit had timed out: the message is no longer unknown.
 */
export async function recordLateResponse(carrier: string, answer: LateResponse): Promise<void> {
  const { outcome, reference, recipient } = answer;
  if (outcome.kind !== 'accepted' && outcome.kind !== 'refused') return;
  // Before the pause, in which its receipt may come.
  const at = clock.now();
  const findPart = () =>
    query<Found>('find-unknown-part', find, [
      ...[carrier, `+${recipient}`, reference],
      ...liveIds(),
    ]);
  let [part] = await findPart();
  if (!part) {
    // The response may arrive before the timeout is recorded.
    await pause(recordingMs);
    [part] = await findPart();
  }
  if (!part) {
    logger.warn({ carrier, reference }, 'late submit_sm_resp matches no segment');
    return;
  }
  const where = [part.message_id, part.seq];
  if (outcome.kind === 'refused') {
    const status = statusText(outcome.status);
    const event = {
      message_id: part.message_id,
      at,
      kind: 'refused',
      ...(part.segments === 1 && { seq: part.seq }),
      carrier,
      status,
    };
    const events = JSON.stringify([event]);
    const values = [...where, `refused with ${status}`, at, events];
    wakeWokenEndpoints(await query<WokenRow>('late-rejection', refused, values));
    return;
  }
  const { carrierMessageId: id } = outcome;
  wakeWokenEndpoints(await query<WokenRow>('late-acceptance', accepted, [...where, id, at]));
  await matchPartReceipts([{ carrier, carrier_message_id: id, recipient: `+${recipient}` }]);
}
