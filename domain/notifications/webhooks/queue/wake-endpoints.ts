import { query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import { type EndpointToWake, postEventsJob } from '../jobs.ts';

/** Wakes workers up for endpoints that have events, once these are committed. */
export const wakeEndpoints = (endpoints: EndpointToWake[]): Promise<void> =>
  enqueue(postEventsJob, endpoints);

/** A row of a statement with `wokenEndpointsSql`. */
export type WokenRow = { woken: EndpointToWake[] | null };

/** Wakes workers up after a statement that may have written events, once it is committed. */
export function wakeWokenEndpoints(rows: WokenRow[]): void {
  const endpoints = rows.flatMap(({ woken }) => woken ?? []);
  if (endpoints.length > 0) void wakeEndpoints(endpoints);
}

/** An event that has been due for longer than this, in seconds, and that no worker has reserved, may have lost its job. */
const usualGraceSeconds = 2;

/**
 * The endpoints of such events, one after the other by the index, so that the cost depends on how many endpoints there are
 * and not on how many events.
 */
const statement = `
  WITH RECURSIVE endpoint AS (
    (SELECT endpoint_id FROM webhook_queue ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT q.endpoint_id FROM webhook_queue AS q
      WHERE q.endpoint_id > endpoint.endpoint_id ORDER BY q.endpoint_id LIMIT 1)
    FROM endpoint WHERE endpoint.endpoint_id IS NOT NULL
  )
  SELECT e.id AS "endpointId", e.user_id AS "userId"
  FROM endpoint JOIN webhook_endpoints AS e ON e.id = endpoint.endpoint_id
  WHERE e.enabled AND (e.paused_until IS NULL OR e.paused_until <= now()) AND EXISTS (
    SELECT FROM webhook_queue AS q
    WHERE q.endpoint_id = e.id AND q.worker_id IS NULL AND q.due_at < now() - make_interval(secs => $1))`;

/**
 * Wakes workers up for the endpoints whose events wait although they are due: the job was lost, or the pause is over.
 *
 * @param graceSeconds 0 while there are no jobs
 * @returns how many
 */
export async function wakeWaitingEndpoints(graceSeconds = usualGraceSeconds): Promise<number> {
  const values = [graceSeconds];
  const endpoints = await query<EndpointToWake>('webhook-endpoints-that-wait', statement, values);
  await wakeEndpoints(endpoints);
  return endpoints.length;
}
