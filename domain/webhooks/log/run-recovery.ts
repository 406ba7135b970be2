import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import { maxAttempts, maxPending } from '../contract.browser.ts';
import { postEventsJob, recoverEventsJob } from '../jobs.ts';
import { queueTimesSql } from '../outbox/add-subject-events-sql.ts';

/** Events per batch. PostgreSQL needs some tens of milliseconds for a batch. */
const batchSize = 2_000;

/** Pause between two batches, in milliseconds. It leaves PostgreSQL time for other statements and recoveries. */
const pauseMs = 50;

/**
 * While more than `mostPending` events are pending, the recovery pauses for `fullPauseMs` milliseconds, because events
 * beyond `maxPending` would fail again.
 */
const mostPending = maxPending / 2;
const fullPauseMs = 10_000;

type Recovery = {
  id: string;
  userId: string;
  endpointId: string;
  until: Date;
  cursor: string;
  isOn: boolean;
};

/** Begins a batch. If the endpoint is off, the recovery fails, because the endpoint gets no events. */
const begin = `
  UPDATE webhook_recoveries SET due_at = now() + interval '60 seconds',
    state = (CASE WHEN is_on THEN 'running' ELSE 'failed' END)::webhook_recovery_state,
    failure = CASE WHEN NOT is_on THEN 'The endpoint was turned off.' END,
    finished_at = CASE WHEN NOT is_on THEN now() END
  FROM (
    SELECT EXISTS (
      SELECT FROM webhook_recoveries AS r JOIN webhook_endpoints AS e ON e.id = r.endpoint_id
      WHERE r.id = $1 AND e.enabled) AS is_on) AS endpoint
  WHERE id = $1 AND state = 'running'
  RETURNING id, user_id AS "userId", endpoint_id AS "endpointId", until, cursor, is_on AS "isOn"`;

const isFull = `
  SELECT 1 FROM webhook_queue WHERE endpoint_id = $1 ORDER BY due_at, event_id OFFSET ${mostPending} LIMIT 1`;

/**
 * Changes nothing if the `cursor` shows that another worker has done the batch, or if the endpoint was turned off in the
 * meantime. As in `createRecord`, queue rows are locked before the events.
 */
const replay = `
  WITH own AS (
    SELECT r.id, r.endpoint_id, r.user_id
    FROM webhook_recoveries AS r JOIN webhook_endpoints AS e ON e.id = r.endpoint_id AND e.enabled
    WHERE r.id = $1 AND r.cursor = $3 AND r.state = 'running' FOR UPDATE OF r
  ),
  looked_at AS MATERIALIZED (
    SELECT id, state, attempts FROM webhook_events
    WHERE endpoint_id = $2 AND id > $3 AND id < $4 ORDER BY id LIMIT ${batchSize}
  ),
  queued AS (
    INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
    SELECT looked_at.id, own.endpoint_id, own.user_id, ${queueTimesSql} FROM looked_at, own
    WHERE looked_at.state = 'failed' AND looked_at.attempts < ${maxAttempts}
    ON CONFLICT (event_id) DO NOTHING
    RETURNING event_id
  ),
  event AS (
    UPDATE webhook_events SET state = 'pending' WHERE id = ANY (ARRAY(SELECT event_id FROM queued))
    RETURNING id
  ),
  looked AS (SELECT count(*)::int AS count, max(id) AS last FROM looked_at)
  UPDATE webhook_recoveries SET
    looked = webhook_recoveries.looked + looked.count,
    replayed = replayed + (SELECT count(*) FROM event)::int,
    cursor = coalesce(looked.last, cursor),
    state = (CASE WHEN looked.count < ${batchSize} THEN 'done' ELSE 'running' END)::webhook_recovery_state,
    finished_at = CASE WHEN looked.count < ${batchSize} THEN now() END
  FROM looked WHERE webhook_recoveries.id = (SELECT id FROM own)
  RETURNING state`;

/**
 * Puts the next batch of the failed events of a recovery back into the queue, unless the endpoint is off. Running the same
 * batch twice is harmless.
 *
 * @returns milliseconds until the next batch; undefined if the recovery has ended
 */
export async function runRecovery(recoveryId: string): Promise<{ retryInMs: number } | undefined> {
  const [running] = await query<Recovery>('begin-webhook-recovery-batch', begin, [recoveryId]);
  if (!running?.isOn) return undefined;
  const { id, userId, endpointId, until, cursor } = running;
  const full = await query('is-webhook-queue-full', isFull, [endpointId]);
  if (full.length > 0) return { retryInMs: fullPauseMs };
  const values = [id, endpointId, cursor, minIdAt('evt', until.getTime())];
  const [row] = await query<{ state: string }>('replay-webhook-events', replay, values);
  await enqueue(postEventsJob, [{ endpointId, userId }]);
  return row?.state === 'done' ? undefined : { retryInMs: pauseMs };
}

const requeue = `
  UPDATE webhook_recoveries SET due_at = now() + interval '60 seconds'
  WHERE id IN (
    SELECT id FROM webhook_recoveries WHERE state = 'running' AND due_at < now()
    ORDER BY due_at LIMIT 500 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

/** Enqueues recoveries whose job or worker was lost. @returns the number of recoveries */
export async function requeueRecoveries(): Promise<number> {
  const rows = await query<{ id: string }>('requeue-webhook-recoveries', requeue, []);
  await enqueue(
    recoverEventsJob,
    rows.map(({ id }) => ({ recoveryId: id })),
  );
  return rows.length;
}
