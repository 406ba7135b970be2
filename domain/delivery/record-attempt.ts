import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { traceAttempts } from '#domain/messaging/messages/trace-messages.ts';
import { reportUnreached } from '#domain/messaging/otp/channels/advance-send-attempts.ts';
import { addSettledStatsSql, countedColumns } from '#domain/messaging/stats/add-stats-sql.ts';
import {
  addWebhookEventsSql,
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable, isTimeLimit } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { ofInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { retry } from '#platform/promises.ts';
import type { CarrierLane, Lane } from './carriers/contract.ts';
import { type Attempt, kindOf } from './contract.ts';
import { workerId } from './queue/worker-heartbeat.ts';
import { countOutcome } from './stats/write-counts.ts';

/**
 * CTE that writes the segments that carriers accepted or may have accepted. Updates an existing part if it is `unknown`, or if
 * a receipt has already set the same id and only the time of the submit is missing.
 *
 * @param parameter holds `PartRow`s as JSON
 */
export function upsertPartsSql(parameter: string): string {
  return `
  parts AS (
    INSERT INTO message_parts
      (message_id, seq, carrier, carrier_message_id, reference, recipient, state, submitted_at, route, routed_by, segments)
    SELECT p.message_id, seq, carrier, carrier_message_id, reference, recipient, state, submitted_at, route, routed_by,
      coalesce(segments, 1)
    FROM json_to_recordset(${parameter}::json) AS p(
      message_id text, seq smallint, carrier text, carrier_message_id text, reference int,
      recipient text, state part_state, submitted_at timestamptz, route text, routed_by text, segments smallint)
    ON CONFLICT (message_id, seq) DO UPDATE SET
      carrier = excluded.carrier, carrier_message_id = excluded.carrier_message_id,
      state = CASE message_parts.state WHEN 'unknown' THEN excluded.state ELSE message_parts.state END,
      submitted_at = excluded.submitted_at, route = excluded.route, routed_by = excluded.routed_by,
      segments = excluded.segments
    WHERE CASE WHEN message_parts.carrier_message_id IS NULL THEN message_parts.state = 'unknown'
      ELSE message_parts.submitted_at IS NULL
        AND message_parts.carrier_message_id = excluded.carrier_message_id END
  )`;
}

/**
 * CTE that writes the events of the timeline that are not stored in parts (view `message_timeline`), in the order of the rows.
 *
 * @param parameter holds `EventRow`s as JSON
 * @param of name of a CTE with the ids of the messages that the statement updated. Only their events are written, so that a
 *   repeated statement writes no event twice
 */
export function insertEventsSql(parameter: string, of: string): string {
  return `
  events AS (
    INSERT INTO message_events
      (message_id, at, kind, seq, carrier, carrier_message_id, status, error_code)
    SELECT * FROM json_to_recordset(${parameter}::json) AS e(
      message_id text, at timestamptz, kind message_event_kind, seq smallint, carrier text,
      carrier_message_id text, status text, error_code text)
    WHERE e.message_id IN (SELECT id FROM ${of})
  )`;
}

/**
 * In one statement, takes each message out of the queue or puts it back for a later attempt, and writes its state, parts,
 * timeline and statistics. Only the reservation under which a message was submitted counts: if the statement runs twice because
 * its first response was lost, the second run changes nothing, even if the message was put back and reserved again meanwhile.
 *
 * The statement is written for the planner. `own` is not joined with `attempt`: the planner estimates one or two rows for each
 * CTE, and would join the CTEs with nested loops. The ids are passed again as a list, so that each message is looked up in its
 * month (docs/decisions/046). The condition on the worker is opaque to the planner, because otherwise the planner would
 * estimate a single row for a busy worker, and use nested loops.
 *
 * A submitted test message stays in the queue until its receipt is due, and does not expire meanwhile.
 */
const statement = `
  WITH attempt AS (
    SELECT * FROM json_to_recordset($1::json) AS a(
      id text, reservation int, state message_state, reason text, retry_in_ms int, counted smallint, refund boolean,
      carrier text)
  ),
  ended AS (
    DELETE FROM message_queue AS q USING attempt
    WHERE q.message_id = ANY ($6) AND q.message_id = attempt.id AND coalesce(q.worker_id = $5, false)
      AND q.reservation = attempt.reservation AND attempt.state <> 'queued' AND attempt.retry_in_ms IS NULL
    RETURNING attempt.*
  ),
  postponed AS (
    UPDATE message_queue AS q SET
      due_at = now() + attempt.retry_in_ms * interval '1 ms', worker_id = NULL, carrier = NULL,
      valid_until = CASE attempt.state WHEN 'queued' THEN q.valid_until ELSE 'infinity' END
    FROM attempt
    WHERE q.message_id = ANY ($6) AND q.message_id = attempt.id AND coalesce(q.worker_id = $5, false)
      AND q.reservation = attempt.reservation AND (attempt.state = 'queued' OR attempt.retry_in_ms IS NOT NULL)
    RETURNING attempt.*
  ),
  own AS (SELECT * FROM ended UNION ALL SELECT * FROM postponed),
  moved AS (
    UPDATE messages AS m SET
      state = CASE WHEN own.state = 'sent' AND m.parts_undelivered > 0
        THEN 'undelivered' ELSE own.state END,
      reason = own.reason,
      version = m.version + CASE own.state WHEN 'queued' THEN 0 ELSE 1 END,
      attempts = m.attempts + own.counted,
      encrypted_content = CASE WHEN own.state = 'queued' THEN m.encrypted_content END,
      sent_at = CASE WHEN own.state = 'sent' THEN $2 ELSE m.sent_at END,
      settled_at = CASE
        WHEN own.state IN ('failed', 'expired') THEN $2
        WHEN own.state = 'sent' AND m.parts_undelivered > 0 THEN $2 END
    FROM own WHERE m.id = ANY ($6) AND m.id = own.id
    RETURNING m.id, m.usage_period_id, m.segments, m.state, m.reason, m.version, m.settled_at, $2::timestamptz AS at,
      own.refund, own.carrier, ${countedColumns('m')}
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE refund),
  ${releaseQuotaSql('refunded')},
  ${upsertPartsSql('$3')},
  ${insertEventsSql('$4', 'moved')},
  ${addSettledStatsSql('moved')},
  ${addWebhookEventsSql('moved')}
  SELECT id, state, ${wokenEndpointsSql} FROM moved`;

/**
 * If a worker was silent for too long, its messages are `unknown` by now. Such messages can still be recorded as sent, but are
 * never queued again.
 */
const lateStatement = `
  WITH moved AS (
    UPDATE messages AS m SET
      state = (CASE WHEN m.parts_undelivered > 0 THEN 'undelivered' ELSE 'sent' END)::message_state,
      reason = NULL, version = m.version + 1, sent_at = $2, settled_at = CASE WHEN m.parts_undelivered > 0 THEN $2::timestamptz END
    WHERE m.id = ANY ($1) AND m.state = 'unknown'
    RETURNING m.id, m.state, m.reason, m.version, m.settled_at, $2::timestamptz AS at, ${countedColumns('m')}, (
      SELECT max(carrier) FROM message_parts WHERE message_id = ANY ($1) AND message_id = m.id) AS carrier
  ),
  ${insertEventsSql('$3', 'moved')},
  ${addSettledStatsSql('moved')},
  ${addWebhookEventsSql('moved')}
  SELECT id, state, ${wokenEndpointsSql} FROM moved`;

/**
 * Logs several messages, with one line for all messages that have the same fields. At thousands of messages a second, a line
 * for each message would cost a tenth of the worker's processor time.
 *
 * @param happened the fields to log for each message; undefined fields are left out
 */
export function logMessages(
  happened: { messageId: string; fields: Record<string, string | null | undefined> }[],
  msg: string,
): void {
  const lines = new Map<string, { fields: object; messageIds: string[] }>();
  for (const { messageId, fields } of happened) {
    const same = JSON.stringify(fields);
    const line = lines.get(same) ?? { fields, messageIds: [] };
    line.messageIds.push(messageId);
    lines.set(same, line);
  }
  for (const { fields, messageIds } of lines.values()) {
    const [messageId] = messageIds;
    logger.info({ ...fields, ...(messageIds.length === 1 ? { messageId } : { messageIds }) }, msg);
  }
}

/** A message whose attempt was recorded, with its state. */
type RecordedRow = WokenRow & { id: string; state: string };

/**
 * Counts the outcomes of a recorded attempt.
 *
 * @param recorded the state of the message: `undelivered` instead of `sent` if a receipt arrived first
 */
function countAttempt(attempt: Attempt, lane: CarrierLane, recorded: string): void {
  const { recipient, state, reason } = attempt;
  const kind = kindOf[lane];
  for (const { kind: event, carrier, status } of attempt.events) {
    if (event !== 'refused') continue;
    const refusal = `refused with ${status}`;
    countOutcome({ carrier, recipient, kind, outcome: 'rejected', reason: refusal });
  }
  if (state === 'queued') return;
  const carrier = lastCarrier(attempt);
  const outcome = state === 'sent' ? 'submitted' : state;
  countOutcome({ carrier, recipient, kind, outcome, reason });
  if (recorded === 'undelivered') countOutcome({ carrier, recipient, kind, outcome: recorded });
}

async function flush(attempts: Attempt[]): Promise<null[]> {
  const now = clock.now();
  const events = JSON.stringify(attempts.flatMap((attempt) => attempt.events));
  const values = [
    JSON.stringify(attempts.map(toRow)),
    now,
    JSON.stringify(attempts.flatMap(({ parts }) => parts)),
    events,
    workerId(),
    attempts.map(({ messageId }) => messageId),
  ];
  const recorded = await untilAvailable(() =>
    query<RecordedRow>('record-attempts', statement, values),
  );
  wakeWokenEndpoints(recorded);
  const states = new Map(recorded.map(({ id, state }) => [id, state]));
  if (recorded.length < attempts.length) {
    const known = new Set(states.keys());
    const late = attempts.filter(({ messageId: id, state }) => state === 'sent' && !known.has(id));
    const ids = late.map(({ messageId }) => messageId);
    if (ids.length > 0) {
      const moved = await untilAvailable(() =>
        query<RecordedRow>('record-late-attempts', lateStatement, [ids, now, events]),
      );
      wakeWokenEndpoints(moved);
      for (const { id, state } of moved) states.set(id, state);
    }
  }
  for (const attempt of attempts) {
    const state = states.get(attempt.messageId);
    if (state !== undefined && attempt.lane !== 'test') countAttempt(attempt, attempt.lane, state);
  }
  logMessages(
    attempts.map((attempt) => ({
      messageId: attempt.messageId,
      fields: { carrier: lastCarrier(attempt), state: attempt.state, reason: attempt.reason },
    })),
    'attempted',
  );
  traceAttempts(
    attempts.map(({ messageId, state, reason, ...attempt }) => ({
      ...{ messageId, state, reason, carrier: lastCarrier(attempt) },
      submittedAt: attempt.parts[0]?.submitted_at ?? null,
    })),
  );
  const failed = attempts.filter(({ lane, state }) => lane !== 'messages' && state === 'failed');
  if (failed.length > 0) reportUnreached(failed.map(({ messageId }) => messageId));
  return attempts.map(() => null);
}

const toRow = (attempt: Attempt) => ({
  id: attempt.messageId,
  reservation: attempt.reservation,
  state: attempt.state,
  reason: attempt.reason,
  retry_in_ms: attempt.retryInMs,
  counted: attempt.counted ? 1 : 0,
  refund: attempt.refund,
  carrier: lastCarrier(attempt),
});

const lastCarrier = ({ parts, events }: Pick<Attempt, 'parts' | 'events'>) =>
  (parts.at(-1) ?? events.at(-1))?.carrier;

/**
 * Repeats a statement while the database is unavailable, because only this process knows the outcome of the submit. A statement
 * that exceeds a time limit is not repeated here: `createBatch` splits its batch instead.
 */
const untilAvailable = <T>(work: () => Promise<T>) =>
  retry(work, {
    while: (error) => isDatabaseUnavailable(error) && !isTimeLimit(error),
    forMs: Number.POSITIVE_INFINITY,
  });

/** How long to retry the recording of an outcome whose statements exceed a time limit of PostgreSQL, in milliseconds. */
const giveUpAfterMs = 300_000;

/**
 * Creates the function `recordAttempt`. If recording an attempt exceeds a time limit, for example because its row is locked, it
 * is retried in a separate batch, so that it does not delay other attempts.
 */
export function createAttemptRecorder(options: { giveUpAfterMs: number }) {
  const makeBatches = (): Record<Lane, (attempt: Attempt) => Promise<null>> => ({
    otp: createBatch(flush, { max: 500 }),
    messages: createBatch(flush, { max: 500, minIntervalMs: 30 }),
    test: createBatch(flush, { max: 500, minIntervalMs: 30 }),
  });
  const record = makeBatches();
  const recordAgain = makeBatches();
  return async (attempt: Attempt): Promise<void> => {
    const { messageId, lane, state, parts } = attempt;
    try {
      await record[lane](attempt);
    } catch (error) {
      if (!isTimeLimit(error)) throw error;
      const known = parts.map(({ carrier, carrier_message_id }) => ({
        carrier,
        carrier_message_id,
      }));
      logger.warn({ error, messageId, state, known }, 'recording an outcome takes too long');
      await retry(() => recordAgain[lane](attempt), {
        while: isTimeLimit,
        forMs: options.giveUpAfterMs,
        everyMs: 1_000,
      });
    }
  };
}

/**
 * Records the outcome of an attempt; resolves when it is committed.
 *
 * @throws the error if PostgreSQL rejects the data, or if statements exceed a time limit for five minutes. The caller must then
 *   leave the message to the reconciler (`leaveToReconciler`)
 */
export const recordAttempt = ofInstance(() => createAttemptRecorder({ giveUpAfterMs }));
