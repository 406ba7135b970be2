import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';

/** Maximum number of attempts that are counted, and of kinds of failure that are returned. */
export const countedAttempts = 1_000;
const shownKinds = 5;

/**
 * How many events are searched for attempts. Many, because most events of a failing endpoint may have no attempt yet. Only
 * `attemptsOfEvent` attempts count per event, so that an event with many replays does not hide other events.
 */
const maxLookedAt = 10_000;
const attemptsOfEvent = 10;

/** Waiting events are counted up to this number. */
export const maxCountedWaiting = 1_000;

/** Without the limits above, the statement could be slow: no index has events by the time of their attempts. */
const statement = `
  WITH looked_at AS MATERIALIZED (
    SELECT id, type, attempts FROM webhook_events
    WHERE user_id = $1 AND endpoint_id = $2 ORDER BY id DESC LIMIT ${maxLookedAt}
  ),
  tried AS (SELECT id, type FROM looked_at WHERE attempts > 0 ORDER BY id DESC LIMIT ${countedAttempts}),
  attempt AS (
    SELECT tried.id, tried.type, a.at, a.duration_ms, a.status, a.error
    FROM tried, LATERAL (
      SELECT at, duration_ms, status, error FROM webhook_attempts
      WHERE event_id = tried.id ORDER BY number DESC LIMIT ${attemptsOfEvent}) AS a
    ORDER BY a.at DESC LIMIT ${countedAttempts}
  ),
  waiting AS (
    SELECT FROM webhook_queue WHERE endpoint_id = $2 AND user_id = $1 LIMIT ${maxCountedWaiting}
  )
  SELECT count(*)::int AS attempts, (count(*) FILTER (WHERE error IS NULL))::int AS succeeded,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms", min(at) AS since,
    (SELECT count(*) FROM waiting)::int AS waiting,
    (SELECT coalesce(json_agg(failed), '[]') FROM (
      SELECT status, error, count(*)::int AS count, min(at) AS first, max(at) AS last,
        (array_agg(id ORDER BY at DESC))[1] AS "eventId"
      FROM attempt WHERE error IS NOT NULL GROUP BY status, error ORDER BY last DESC LIMIT ${shownKinds}) AS failed) AS failures,
    (SELECT coalesce(json_agg(hour ORDER BY at), '[]') FROM (
      SELECT date_trunc('hour', at, 'Asia/Kolkata') AS at, (count(*) FILTER (WHERE error IS NULL))::int AS succeeded,
        (count(*) FILTER (WHERE error IS NOT NULL))::int AS failed
      FROM attempt GROUP BY 1) AS hour) AS hours
  FROM attempt`;

/** Attempts that failed in the same way. Times are in ISO 8601. */
type FailureKind = {
  status: number | null;
  error: string;
  count: number;
  first: string;
  last: string;
  /** The event of the newest of these attempts. */
  eventId: string;
};

/** The results of the attempts in one hour of India time. */
export type AttemptHour = { at: string; succeeded: number; failed: number };

type EndpointHealth = {
  /** The number of counted attempts: at most 1,000, from the last 10,000 events. */
  attempts: number;
  succeeded: number;
  /** The 95th percentile of the attempts' duration, in milliseconds; null without attempts. */
  p95Ms: number | null;
  /** The time of the earliest counted attempt. */
  since: Date | null;
  /** Events that wait for an attempt. 1,000 means 1,000 or more. */
  waiting: number;
  /** The last kinds of failure, newest first. */
  failures: FailureKind[];
  /** Hours with attempts, oldest first. */
  hours: AttemptHour[];
};

/** Reads an endpoint's health from its last attempts. For an endpoint of another account, finds no attempts. */
export async function readEndpointHealth(
  userId: string,
  endpointId: string,
): Promise<EndpointHealth> {
  const [row] = await query<EndpointHealth>('read-webhook-endpoint-health', statement, [
    userId,
    endpointId,
  ]);
  const none = { attempts: 0, succeeded: 0, p95Ms: null, since: null, waiting: 0 };
  return row ?? { ...none, failures: [], hours: [] };
}

/** Reads only the newest events of the time range, to limit the cost for an account with millions of events. */
const deliveries = `
  SELECT endpoint_id AS "endpointId", count(*)::int AS events,
    (count(*) FILTER (WHERE state = 'delivered'))::int AS delivered,
    (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS "p50Ms",
    percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
  FROM (
    SELECT endpoint_id, state, duration_ms, livemode FROM webhook_events
    WHERE user_id = $1 AND id >= $2 AND id < $3 ORDER BY id DESC LIMIT ${maxLookedAt}) AS event
  WHERE livemode = $4 GROUP BY 1 ORDER BY events DESC, 1`;

/** The results of an endpoint's events. The endpoint may have been deleted since. */
export type Deliveries = {
  endpointId: string;
  events: number;
  delivered: number;
  /** Failed events that are not retried. Events that are neither delivered nor failed mostly wait for an attempt. */
  failed: number;
  /** The median and the 95th percentile of the duration of the events' last attempts, in milliseconds. */
  p50Ms: number | null;
  p95Ms: number | null;
};

/** Reads the results of the newest 10,000 events of an account in a time range, by endpoint. */
export const readDeliveries = (
  userId: string,
  { from, to }: { from: Date; to: Date },
  livemode: boolean,
): Promise<Deliveries[]> =>
  query<Deliveries>('read-webhook-deliveries', deliveries, [
    ...[userId, minIdAt('evt', from.getTime()), minIdAt('evt', to.getTime()), livemode],
  ]);
