import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { maxPending, retentionDays } from '../contract.browser.ts';
import { scheduleSeconds } from '../sending/schedule.ts';

/** Maximum number of rows per statement, and of statements per run. The next run continues. */
const batchSize = 5_000;
const maxBatches = 30;

async function inBatches(next: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let i = 0; i < maxBatches; i += 1) {
    const done = await next();
    all += done;
    if (done < batchSize) break;
  }
  return all;
}

/**
 * Considers only events with an id before $1, because the schedules of newer events cannot have ended yet.
 */
const failOverdue = `
  WITH over AS (
    DELETE FROM webhook_queue WHERE event_id IN (
      SELECT event_id FROM webhook_queue WHERE event_id < $1 AND ends_at <= now() AND worker_id IS NULL
      ORDER BY event_id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    RETURNING event_id
  )
  UPDATE webhook_events SET state = 'failed',
    last_error = coalesce(last_error, 'The endpoint failed, or was turned off, until the time for attempts was over.')
  WHERE id IN (SELECT event_id FROM over) RETURNING id`;

/**
 * Fails events whose schedule has ended, including events that were never tried because the endpoint is failing.
 *
 * @returns the number of events
 */
export function failOverdueEvents(): Promise<number> {
  const before = minIdAt('evt', databaseClock.now() - scheduleSeconds * 1_000);
  return inBatches(async () => (await query('fail-overdue-events', failOverdue, [before])).length);
}

/** Finds the endpoints that have events in the queue. Jumps from one endpoint to the next in the index. */
const queuedEndpoints = `
  WITH RECURSIVE endpoint AS (
    (SELECT endpoint_id FROM webhook_queue ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT q.endpoint_id FROM webhook_queue AS q
      WHERE q.endpoint_id > endpoint.endpoint_id ORDER BY q.endpoint_id LIMIT 1)
    FROM endpoint WHERE endpoint.endpoint_id IS NOT NULL
  )
  SELECT endpoint_id AS id FROM endpoint WHERE endpoint_id IS NOT NULL`;

const full = `${queuedEndpoints} AND EXISTS (
    SELECT FROM webhook_queue AS q WHERE q.endpoint_id = endpoint.endpoint_id
    ORDER BY q.due_at, q.event_id OFFSET $1 LIMIT 1)`;

const trim = `
  WITH excess AS (
    SELECT greatest(count(*) - $2, 0) AS count FROM webhook_queue WHERE endpoint_id = $1
  ),
  over AS (
    DELETE FROM webhook_queue WHERE event_id IN (
      SELECT event_id FROM webhook_queue WHERE endpoint_id = $1 AND worker_id IS NULL
      ORDER BY event_id LIMIT (SELECT least(count, ${batchSize}) FROM excess) FOR UPDATE SKIP LOCKED)
    RETURNING event_id
  )
  UPDATE webhook_events SET state = 'failed', last_error = 'Too many events were waiting for the endpoint.'
  WHERE id IN (SELECT event_id FROM over) RETURNING id`;

/**
 * Fails the oldest events of endpoints with too many waiting events, so that a failing endpoint does not fill the queue.
 * These events can be replayed.
 *
 * @returns the number of events
 */
export async function trimBacklogs(most = maxPending): Promise<number> {
  let trimmed = 0;
  for (const { id } of await query<{ id: string }>('full-webhook-endpoints', full, [most])) {
    trimmed += await inBatches(
      async () => (await query('trim-webhook-queue', trim, [id, most])).length,
    );
  }
  return trimmed;
}

const ofDeleted = `${queuedEndpoints}
    AND NOT EXISTS (SELECT FROM webhook_endpoints AS e WHERE e.id = endpoint.endpoint_id)`;

const discard = `
  WITH over AS (
    DELETE FROM webhook_queue WHERE event_id IN (
      SELECT event_id FROM webhook_queue WHERE endpoint_id = $1
      ORDER BY due_at, event_id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    RETURNING event_id
  )
  UPDATE webhook_events SET state = 'discarded', last_error = 'The endpoint is deleted.'
  WHERE id IN (SELECT event_id FROM over) RETURNING id`;

/** Discards waiting events of deleted endpoints. @returns the number of events */
export async function discardEvents(): Promise<number> {
  let discarded = 0;
  for (const { id } of await query<{ id: string }>('deleted-webhook-endpoints', ofDeleted, [])) {
    discarded += await inBatches(
      async () => (await query('discard-webhook-events', discard, [id])).length,
    );
  }
  return discarded;
}

/**
 * Deletes old events, even if they were replayed in the last day and are still in the queue. A foreign key deletes
 * their attempts. As in the other statements, queue rows are locked first.
 */
const purge = `
  WITH old AS (SELECT id FROM webhook_events WHERE id < $1 ORDER BY id LIMIT ${batchSize}),
  queued AS (DELETE FROM webhook_queue WHERE event_id IN (SELECT id FROM old) RETURNING event_id)
  DELETE FROM webhook_events WHERE id IN (SELECT id FROM old UNION SELECT event_id FROM queued) RETURNING id`;

const purgeRecoveries = `DELETE FROM webhook_recoveries WHERE id < $1 AND state <> 'running' RETURNING id`;

/**
 * Deletes events, attempts and recoveries at the end of their retention.
 *
 * @returns the number of events
 */
export async function purgeEvents(): Promise<number> {
  const before = databaseClock.now() - retentionDays * 86_400_000;
  await query('purge-webhook-recoveries', purgeRecoveries, [minIdAt('whr', before)]);
  const id = minIdAt('evt', before);
  return inBatches(async () => (await query('purge-webhook-events', purge, [id])).length);
}

/** Maximum number of rows to count. */
const maxRows = 1_000_000;

/**
 * The lag excludes events of endpoints that fail or are off, because it should show whether events to working endpoints are
 * posted in time.
 */
const statement = `
  SELECT count(*) FILTER (WHERE worker_id IS NULL AND due_at <= now()) AS waiting,
    count(*) FILTER (WHERE worker_id IS NOT NULL) AS active,
    count(*) FILTER (WHERE worker_id IS NULL AND due_at > now()) AS delayed,
    coalesce(extract(epoch FROM now() - min(due_at) FILTER (
      WHERE due_at <= now() AND worker_id IS NULL AND e.enabled AND e.failures = 0)), 0)::float8 AS "lagSeconds"
  FROM (SELECT * FROM webhook_queue LIMIT ${maxRows}) AS q LEFT JOIN webhook_endpoints AS e ON e.id = q.endpoint_id`;

type Backlog = { waiting: number; active: number; delayed: number; lagSeconds: number };

/** Counts the events in the queue, and returns how many seconds the oldest due event of a working endpoint has waited. */
export async function readBacklog(): Promise<Backlog> {
  const [row] = await query<Backlog>('webhook-backlog', statement, []);
  return row ?? { waiting: 0, active: 0, delayed: 0, lagSeconds: 0 };
}
