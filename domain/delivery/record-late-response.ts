import { setTimeout as pause } from 'node:timers/promises';
import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { roundSql } from '#domain/messaging/messages/part-numbers.ts';
import { isLiveSql, liveIds } from '#domain/messaging/months/live-ids.ts';
import { addSettledStatsSql, countedColumns } from '#domain/messaging/stats/add-stats-sql.ts';
import {
  addWebhookEventsSql,
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { retry } from '#platform/promises.ts';
import { type LateResponse, type SubmitOutcome, statusText } from './carriers/contract.ts';
import { matchPartReceipts } from './receipts/match-stored-receipts.ts';
import { insertEventsSql } from './record-attempt.ts';
import { classifyFailure } from './retry-policy.ts';

/** Longer than recording an attempt takes. */
const recordingMs = 1_000;

/** How long a response is kept while the database is unavailable. */
const giveUpAfterMs = 300_000;

type Found = {
  message_id: string;
  seq: number;
  segments: number;
  /** Attempts of the message. */
  attempts: number;
  version: number;
};

/** The newest part: a reference has 16 bits, so an older part to the same number may share it. */
const findPartSql = `
  SELECT part.message_id, part.seq, part.segments, m.attempts, m.version
  FROM (
    SELECT message_id, seq, segments FROM message_parts
    WHERE carrier = $1 AND recipient = $2 AND reference = $3
      AND state = 'unknown' AND carrier_message_id IS NULL AND ${isLiveSql('message_id', 4)}
    ORDER BY message_id DESC LIMIT 1
  ) AS part JOIN messages AS m ON m.id = part.message_id AND ${isLiveSql('m.id', 4)}`;

/** The part gets its id; the message is sent once none of its parts is unknown. */
const acceptedSql = `
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
 * The carrier rejected it, so it was certainly not sent; the quota is released if it was the first part. If the message has
 * changed since the part was found, it may have been submitted again, with another part.
 */
const refusedSql = `
  WITH part AS (
    DELETE FROM message_parts WHERE message_id = $1 AND seq = $2 AND state = 'unknown' AND carrier_message_id IS NULL
      AND EXISTS (SELECT FROM messages WHERE id = $1 AND version = $6)
    RETURNING message_id AS id
  ),
  moved AS (
    UPDATE messages SET state = 'failed', reason = $3, version = version + 1, settled_at = $4
    WHERE id = $1 AND EXISTS (SELECT FROM part) AND state = 'unknown' AND version = $6
    RETURNING id, usage_period_id, segments, state, reason, version, settled_at, settled_at AS at, $7::text AS carrier,
      ${countedColumns('messages')}
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE $2 = 1),
  ${releaseQuotaSql('refunded')},
  ${addSettledStatsSql('moved')},
  ${insertEventsSql('$5', 'part')},
  ${addWebhookEventsSql('moved')}
  SELECT id, ${wokenEndpointsSql} FROM part`;

/** @returns the unanswered segment; undefined if there is none */
async function findPart(carrier: string, { recipient, reference }: LateResponse) {
  const values = [carrier, `+${recipient}`, reference, ...liveIds()];
  const find = () => query<Found>('find-unknown-part', findPartSql, values);
  let [part] = await find();
  if (!part) {
    // The response may arrive before the timeout is recorded.
    await pause(recordingMs);
    [part] = await find();
  }
  return part;
}

/**
 * Records a response that arrived after its submit had timed out: the message is no longer unknown. If the carrier rejected
 * it temporarily, it is queued again; the reconciler wakes the workers up when it is due.
 *
 * @throws the error if PostgreSQL rejects the data or is unavailable for five minutes; the message then stays unknown
 */
export async function recordLateResponse(carrier: string, answer: LateResponse): Promise<void> {
  const { outcome, reference, recipient } = answer;
  if (outcome.kind !== 'accepted' && outcome.kind !== 'refused') return;
  // Before any delay, because the receipt may arrive meanwhile.
  const at = clock.now();
  // Without retries: if the response of a requeue was lost, a second try would find the part of the next submit.
  const part = await untilAvailable(() => findPart(carrier, answer));
  if (!part) {
    logger.warn({ carrier, reference }, 'late submit_sm_resp matches no segment');
    return;
  }
  if (outcome.kind === 'refused') {
    await untilAvailable(() => recordLateRefusal(carrier, part, outcome, at));
    return;
  }
  const { carrierMessageId: id } = outcome;
  const values = [part.message_id, part.seq, id, at];
  const accept = () => query<WokenRow>('late-acceptance', acceptedSql, values);
  wakeWokenEndpoints(await untilAvailable(accept));
  await matchPartReceipts([{ carrier, carrier_message_id: id, recipient: `+${recipient}` }]);
}

const untilAvailable = <T>(work: () => Promise<T>) =>
  retry(work, { while: isDatabaseUnavailable, forMs: giveUpAfterMs });

/**
 * The carrier rejected the part temporarily and no other part is unknown: the message is queued again for the segments that
 * no carrier has accepted, due in $3 milliseconds. Excluded are one-time passwords, whose text is deleted once it may have
 * been sent, and messages whose validity has ended. The part of the next submit has the same number and reference, so the
 * message's version distinguishes the two.
 */
const statement = `
  WITH again AS (
    SELECT id, user_id, kind, valid_until FROM messages
    WHERE id = $1 AND version = $7 AND state = 'unknown' AND kind = 'message' AND livemode AND content IS NOT NULL AND parts_undelivered = 0
      AND valid_until > now() + $3 * interval '1 ms'
      AND NOT EXISTS (SELECT FROM message_parts WHERE message_id = $1 AND seq <> $2 AND state = 'unknown')
    FOR UPDATE
  ),
  part AS (
    DELETE FROM message_parts
    WHERE message_id = $1 AND seq = $2 AND state = 'unknown' AND carrier_message_id IS NULL AND EXISTS (SELECT FROM again)
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

/** A rejection of a submit. */
type Refused = Extract<SubmitOutcome, { kind: 'refused' }>;

type Part = {
  message_id: string;
  seq: number;
  /** Attempts of the message when the part was found. */
  attempts: number;
  version: number;
};

/**
 * Queues an `unknown` message again after a late response that rejects a part temporarily, for example by throttling.
 *
 * @param events JSON for `insertEventsSql`
 * @returns false if it is not queued again: the rejection is final, the text is deleted, or the validity has ended
 */
export async function requeueRefused(
  { message_id, seq, attempts, version }: Part,
  outcome: Refused,
  reason: string,
  events: string,
): Promise<boolean> {
  const decision = classifyFailure(toCounted(outcome), attempts, Math.random());
  if (decision.kind !== 'retry') return false;
  const { retryInMs, counted } = decision;
  const values = [message_id, seq, retryInMs, reason, counted ? 1 : 0, events, version];
  return (await query('requeue-refused', statement, values)).length > 0;
}

/**
 * A timed-out submit has occupied a slot of the window for the whole timeout, and has added an event to its message. So a
 * carrier that is that slow gets the message again with growing delays, even if it throttles.
 */
const toCounted = (outcome: Refused): Refused =>
  outcome.refusal === 'throttled' || outcome.refusal === 'bind_lost'
    ? { ...outcome, refusal: 'temporary' }
    : outcome;

async function recordLateRefusal(carrier: string, part: Found, outcome: Refused, at: Date) {
  const { message_id, seq, segments, version } = part;
  const status = statusText(outcome.status);
  const reason = `refused with ${status}`;
  const event = {
    message_id,
    at,
    kind: 'refused',
    ...(segments === 1 && { seq }),
    carrier,
    status,
  };
  const events = JSON.stringify([event]);
  if (await requeueRefused(part, outcome, reason, events)) return;
  const values = [message_id, seq, reason, at, events, version, carrier];
  wakeWokenEndpoints(await query<WokenRow>('late-rejection', refusedSql, values));
}
