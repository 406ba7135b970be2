import { query } from '#platform/db.ts';

/** Rows that are counted at most. */
const maxRows = 1_000_000;

/** What waits for endpoints that fail or are off would hide whether the others move. */
const statement = `
  SELECT count(*) FILTER (WHERE worker_id IS NULL AND due_at <= now()) AS waiting,
    count(*) FILTER (WHERE worker_id IS NOT NULL) AS active,
    count(*) FILTER (WHERE worker_id IS NULL AND due_at > now()) AS delayed,
    coalesce(extract(epoch FROM now() - min(due_at) FILTER (
      WHERE due_at <= now() AND worker_id IS NULL AND e.enabled AND e.failures = 0)), 0)::float8 AS "lagSeconds"
  FROM (SELECT * FROM webhook_queue LIMIT ${maxRows}) AS q LEFT JOIN webhook_endpoints AS e ON e.id = q.endpoint_id`;

type Backlog = { waiting: number; active: number; delayed: number; lagSeconds: number };

/** How many events are to be posted, and how long the oldest that is due has waited for an endpoint that works. */
export async function readBacklog(): Promise<Backlog> {
  const [row] = await query<Backlog>('webhook-backlog', statement, []);
  return row ?? { waiting: 0, active: 0, delayed: 0, lagSeconds: 0 };
}
