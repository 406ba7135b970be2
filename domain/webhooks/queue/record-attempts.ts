import { createBatch } from '#platform/batch.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { retry } from '#platform/promises.ts';
import type { AttemptResult } from '../sending/post-event.ts';

/** An attempt of this worker. */
export type Attempt = Pick<AttemptResult, 'durationMs' | 'status' | 'error' | 'response'> & {
  eventId: string;
  reservation: number;
  state: 'pending' | 'delivered' | 'failed' | 'discarded';
  /** Milliseconds until the event is posted again, if it is pending. */
  retryInMs: number | null;
  /** False if no request was made. */
  wasPosted: boolean;
};

/**
 * CTE that changes PostgreSQL settings for the statement that reads it.
 *
 * PostgreSQL checks the foreign key of each attempt. With these settings, PostgreSQL plans the query of this check only
 * once, and uses the index even for a small table. With the `plan_cache_mode` of our connections, PostgreSQL would plan the
 * query for each row, which takes longer than writing the row.
 *
 * Unlike a reservation, this statement's commit waits for the disk. If a crash of PostgreSQL undid the attempt, the event
 * would stay reserved for a worker that has finished with it.
 */
const settings = `settings AS MATERIALIZED (
    SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)
  )`;

/**
 * Takes each event out of the queue, or puts it back for a later attempt, and writes its state and the attempt. Changes
 * only events that still have the reservation under which they were posted. So if the statement is repeated because its
 * response was lost, the second run changes nothing. The next attempt is due before the schedule ends. An event whose
 * replay was requested during the attempt starts a new schedule, regardless of the attempt's result.
 *
 * As in `recordAttempt` of messages, the ids are also passed as a list, because of the planner. The planner always
 * expects that only one or two queue rows are deleted, and would choose a nested loop. So these rows are joined only
 * with rows that an index finds.
 *
 * Like every statement that changes queue and events, this one locks the row of the queue before the event, because a
 * different order could cause a deadlock.
 */
const statement = `
  WITH ${settings},
  attempt AS (
    SELECT a.* FROM settings, json_to_recordset($1::json) AS a(
      event_id text, reservation int, state webhook_event_state, retry_in_ms int, was_posted boolean, ms_ago int,
      duration_ms int, status smallint, error text, response text)
  ),
  ended AS (
    DELETE FROM webhook_queue AS q USING attempt
    WHERE q.event_id = ANY ($2) AND q.event_id = attempt.event_id AND coalesce(q.worker_id = $3, false)
      AND q.reservation = attempt.reservation AND attempt.state <> 'pending'
    RETURNING attempt.*, q.endpoint_id, q.user_id, q.ends_at, q.replay_requested
  ),
  postponed AS (
    UPDATE webhook_queue AS q SET worker_id = NULL, replay_requested = false,
      attempt = CASE WHEN q.replay_requested THEN 0 ELSE q.attempt + 1 END,
      due_at = CASE WHEN q.replay_requested THEN now() ELSE
        least(now() + attempt.retry_in_ms * interval '1 ms', greatest(now(), q.ends_at - interval '1 minute')) END
    FROM attempt
    WHERE q.event_id = ANY ($2) AND q.event_id = attempt.event_id AND coalesce(q.worker_id = $3, false)
      AND q.reservation = attempt.reservation AND attempt.state = 'pending'
    RETURNING attempt.*, q.endpoint_id, q.user_id, q.ends_at, false AS replay_requested
  ),
  own AS (SELECT * FROM ended UNION ALL SELECT * FROM postponed),
  replayed AS (
    INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
    SELECT event_id, endpoint_id, user_id, now(), ends_at FROM own WHERE replay_requested
  ),
  moved AS (
    UPDATE webhook_events AS e SET
      state = CASE WHEN own.replay_requested THEN 'pending' ELSE own.state END,
      attempts = e.attempts + CASE WHEN own.was_posted THEN 1 ELSE 0 END,
      last_status = CASE WHEN own.was_posted THEN own.status ELSE e.last_status END,
      last_error = own.error,
      duration_ms = CASE WHEN own.was_posted THEN own.duration_ms ELSE e.duration_ms END,
      delivered_at = CASE WHEN own.state = 'delivered' AND NOT own.replay_requested
        THEN now() - own.ms_ago * interval '1 ms' END
    FROM own WHERE e.id = own.event_id
    RETURNING own.*, e.attempts AS number
  ),
  logged AS (
    INSERT INTO webhook_attempts (event_id, number, at, duration_ms, status, error, response)
    SELECT event_id, number, now() - (ms_ago + duration_ms) * interval '1 ms', duration_ms, status, error, response
    FROM moved WHERE was_posted
  )
  SELECT event_id FROM moved`;

/** Attempts are recorded in large batches, because no caller waits for a single attempt. */
const batch = { max: 500, minIntervalMs: 50 };

type Ended = Attempt & { endedAt: number };

/**
 * Creates the function that records this worker's attempts. The promise of the function resolves when the attempt is
 * committed.
 */
export function createRecord(workerId: string) {
  const record = createBatch(async (attempts: Ended[]) => {
    await retry(
      () => {
        const rows = JSON.stringify(attempts.map(toRow));
        const ids = attempts.map(({ eventId }) => eventId);
        return query('record-webhook-attempts', statement, [rows, ids, workerId]);
      },
      { while: isDatabaseUnavailable, forMs: 60_000 },
    );
    return attempts.map(() => null);
  }, batch);
  return async (attempt: Attempt): Promise<void> => {
    await record({ ...attempt, endedAt: performance.now() });
  };
}

const toRow = (attempt: Ended) => ({
  event_id: attempt.eventId,
  reservation: attempt.reservation,
  state: attempt.state,
  retry_in_ms: attempt.retryInMs,
  was_posted: attempt.wasPosted,
  ms_ago: Math.round(performance.now() - attempt.endedAt),
  duration_ms: attempt.durationMs,
  status: attempt.status,
  error: attempt.error,
  response: attempt.response,
});
