import { query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';
import { enqueue } from '#platform/queue.server.ts';
import { maxAttempts, maxPending } from '../contract.ts';
import { postEventsJob, recoverEventsJob } from '../jobs.ts';
import { queueTimesSql } from '../outbox/queue-times-sql.ts';

/** Events of a portion: some tens of milliseconds for PostgreSQL. */
const portionSize = 2_000;

/** Between two portions, in which PostgreSQL and other recoveries have their turn. */
const pauseMs = 50;

/** While so many are pending it waits, this long: the oldest beyond `maxPending` would fail again. */
const mostPending = maxPending / 2;
const fullPauseMs = 10_000;

type Running = { id: string; userId: string; endpointId: string; until: Date; cursor: string };

const begin = `
  UPDATE webhook_recoveries SET due_at = now() + interval '60 seconds'
  WHERE id = $1 AND state = 'running'
  RETURNING id, user_id AS "userId", endpoint_id AS "endpointId", until, cursor`;

const isFull = `
  SELECT 1 FROM webhook_queue WHERE endpoint_id = $1 ORDER BY due_at, event_id OFFSET ${mostPending} LIMIT 1`;

/** Nothing is done if another worker has done the portion, as `cursor` shows. */
const replay = `
  WITH own AS (
    SELECT id FROM webhook_recoveries WHERE id = $1 AND cursor = $3 AND state = 'running' FOR UPDATE
  ),
  looked_at AS MATERIALIZED (
    SELECT id, state FROM webhook_events
    WHERE endpoint_id = $2 AND id > $3 AND id < $4 ORDER BY id LIMIT ${portionSize}
  ),
  event AS (
    UPDATE webhook_events AS e SET state = 'pending'
    WHERE e.id = ANY (ARRAY(SELECT id FROM looked_at WHERE state = 'failed')) AND e.state = 'failed'
      AND e.attempts < ${maxAttempts}
      AND EXISTS (SELECT FROM own) AND EXISTS (SELECT FROM webhook_endpoints WHERE id = $2 AND enabled)
    RETURNING e.id, e.endpoint_id, e.user_id
  ),
  queued AS (
    INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
    SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM event
    ON CONFLICT (event_id) DO NOTHING
  ),
  looked AS (SELECT count(*)::int AS count, max(id) AS last FROM looked_at)
  UPDATE webhook_recoveries SET
    looked = webhook_recoveries.looked + looked.count,
    replayed = replayed + (SELECT count(*) FROM event)::int,
    cursor = coalesce(looked.last, cursor),
    state = (CASE WHEN looked.count < ${portionSize} THEN 'done' ELSE 'running' END)::webhook_recovery_state,
    finished_at = CASE WHEN looked.count < ${portionSize} THEN now() END
  FROM looked WHERE webhook_recoveries.id = (SELECT id FROM own)
  RETURNING state`;

/**
 * Posts the next portion of the failed events of a span again. Running it twice does no harm.
 *
 * @returns when to run it again; undefined if there is nothing to do
 */
export async function runRecovery(recoveryId: string): Promise<{ retryInMs: number } | undefined> {
  const [running] = await query<Running>('begin-webhook-recovery-portion', begin, [recoveryId]);
  if (!running) return undefined;
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

/** Enqueues recoveries whose job or worker was lost. @returns how many */
export async function requeueRecoveries(): Promise<number> {
  const rows = await query<{ id: string }>('requeue-webhook-recoveries', requeue, []);
  await enqueue(
    recoverEventsJob,
    rows.map(({ id }) => ({ recoveryId: id })),
  );
  return rows.length;
}
