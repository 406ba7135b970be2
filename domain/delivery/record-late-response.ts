import { setTimeout as pause } from 'node:timers/promises';
import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { roundSql } from '#domain/messaging/messages/message-columns.ts';
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
import {
  type LateResponse,
  type SubmitOutcome,
  simulatedCarrier,
  statusText,
} from './carriers/contract.ts';
import { matchPartReceipts } from './receipts/match-stored-receipts.ts';
import { insertEventsSql } from './record-attempt.ts';
import { classifyFailure } from './retry-policy.ts';
import type { CountedOutcome } from './stats/count-outcomes.ts';
import { countOutcome } from './stats/write-counts.ts';

/** Delay before the next search for the part, in milliseconds. Recording an attempt takes less time. */
const recordingMs = 1_000;

/** How long to retry the recording of a response while the database is unavailable, in milliseconds. */
const giveUpAfterMs = 300_000;

type Found = {
  message_id: string;
  seq: number;
  segments: number;
  /** Counted attempts of the message. */
  attempts: number;
  version: number;
  kind: CountedOutcome['kind'];
};

/**
 * Finds the newest matching part. An older part to the same number may have the same reference, because a reference has only 16
 * bits.
 */
const findPartSql = `
  SELECT part.message_id, part.seq, part.segments, m.attempts, m.version, m.kind
  FROM (
    SELECT message_id, seq, segments FROM message_parts
    WHERE carrier = $1 AND recipient = $2 AND reference = $3
      AND state = 'unknown' AND carrier_message_id IS NULL AND ${isLiveSql('message_id', 4)}
    ORDER BY message_id DESC LIMIT 1
  ) AS part JOIN messages AS m ON m.id = part.message_id AND ${isLiveSql('m.id', 4)}`;

/** The part gets the carrier's id. The message becomes `sent` once none of its parts is `unknown`. */
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
  SELECT id, EXISTS (SELECT FROM moved) AS moved, ${wokenEndpointsSql} FROM part`;

/**
 * The carrier rejected the part, so it was certainly not sent. The quota is released if this was the message's first part.
 * Nothing changes if the version of the message has changed since the part was found, because the message may have been
 * submitted again with another part.
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
  SELECT id, EXISTS (SELECT FROM moved) AS moved, ${wokenEndpointsSql} FROM part`;

/** Finds the part that waits for this response. @returns undefined if there is no such part */
async function findPart(carrier: string, { recipient, reference }: LateResponse) {
  const values = [carrier, `+${recipient}`, reference, ...liveIds()];
  const find = () => query<Found>('find-unknown-part', findPartSql, values);
  let [part] = await find();
  if (!part) {
    // The response may arrive before the timeout of the submit is recorded.
    await pause(recordingMs);
    [part] = await find();
  }
  return part;
}

/**
 * Records a response that arrived after its submit had timed out, so that the outcome of the segment is no longer unknown. If
 * the carrier rejected the message temporarily, it is queued again; the reconciler wakes the workers up when it is due.
 *
 * @throws the error if PostgreSQL rejects the data or is unavailable for five minutes; the message then stays unknown
 */
export async function recordLateResponse(carrier: string, answer: LateResponse): Promise<void> {
  const { outcome, reference, recipient } = answer;
  if (outcome.kind !== 'accepted' && outcome.kind !== 'refused') return;
  // The time is taken before any delay, because the receipt may arrive during the delay.
  const at = clock.now();
  // Searches for the part only once, not for each retry below: if the database requeued the message but the database's response
  // was lost, a second search would find the part of the next submit.
  const part = await untilAvailable(() => findPart(carrier, answer));
  if (!part) {
    logger.warn({ carrier, reference }, 'late submit_sm_resp matches no segment');
    return;
  }
  const message = { carrier, recipient: `+${recipient}`, kind: part.kind };
  if (outcome.kind === 'refused') {
    await untilAvailable(() => recordLateRefusal(message, part, outcome, at));
    return;
  }
  const { carrierMessageId: id } = outcome;
  const values = [part.message_id, part.seq, id, at];
  const accept = () => query<LateRow>('late-acceptance', acceptedSql, values);
  const recorded = await untilAvailable(accept);
  wakeWokenEndpoints(recorded);
  if (recorded.some(({ moved }) => moved)) countLate({ ...message, outcome: 'submitted' });
  await matchPartReceipts([{ carrier, carrier_message_id: id, recipient: message.recipient }]);
}

const untilAvailable = <T>(work: () => Promise<T>) =>
  retry(work, { while: isDatabaseUnavailable, forMs: giveUpAfterMs });

/**
 * If the carrier rejected the part temporarily and no other part is unknown, the message is queued again for the segments that
 * no carrier has accepted, due in $3 milliseconds. Messages whose validity has ended are not queued again. One-time passwords
 * are not queued again either, because their text is deleted once it may have been sent. The part of the next submit has the
 * same phone number and reference as this part. Only the version of the message distinguishes the two parts.
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
 * Queues an `unknown` message again if a late response rejected a part of it temporarily, for example because of throttling.
 *
 * @param events JSON for `insertEventsSql`
 * @returns false if the message is not queued again, because the rejection is final, the text is deleted, or the validity has
 *   ended
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
 * Treats throttling and a lost bind as temporary errors, so that the message is retried with growing delays. Each submit that
 * times out occupies a slot for the whole timeout and adds an event to its message, so such a slow carrier must not get the
 * message again soon.
 */
const toCounted = (outcome: Refused): Refused =>
  outcome.refusal === 'throttled' || outcome.refusal === 'bind_lost'
    ? { ...outcome, refusal: 'temporary' }
    : outcome;

/** The message of a late response, with the properties for `countOutcome`. */
type LateMessage = Pick<CountedOutcome, 'recipient' | 'kind'> & { carrier: string };

async function recordLateRefusal(message: LateMessage, part: Found, outcome: Refused, at: Date) {
  const { carrier } = message;
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
  if (await requeueRefused(part, outcome, reason, events)) {
    countLate({ ...message, outcome: 'rejected', reason });
    return;
  }
  const values = [message_id, seq, reason, at, events, version, carrier];
  const recorded = await query<LateRow>('late-rejection', refusedSql, values);
  wakeWokenEndpoints(recorded);
  for (const { moved } of recorded) {
    countLate({ ...message, outcome: 'rejected', reason });
    if (moved) countLate({ ...message, outcome: 'failed', reason });
  }
}

/** The part of a late response. `moved` says whether the state of its message changed too. */
type LateRow = WokenRow & { moved: boolean };

/** Counts an outcome of a late response, unless it is about a test message. */
function countLate(outcome: CountedOutcome): void {
  if (outcome.carrier !== simulatedCarrier) countOutcome(outcome);
}
