import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';

/** How many attempts count, and how many failures are returned. */
export const countedAttempts = 1_000;
const shownFailures = 5;

/**
 * How many events are read to find the attempts: most events of a failing endpoint may be untried. Only a few attempts of
 * each event count, so that an event with many replays does not hide the others.
 */
const maxLookedAt = 10_000;
const attemptsOfEvent = 10;

/** Waiting events are counted up to this number. */
export const maxCountedWaiting = 1_000;

/** Stops counting at the limits above, because events have no index by the time of their attempts. */
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
      SELECT id AS "eventId", type, at, duration_ms AS "durationMs", status, error FROM attempt
      WHERE error IS NOT NULL ORDER BY at DESC LIMIT ${shownFailures}) AS failed) AS failures
  FROM attempt`;

type FailedAttempt = {
  eventId: string;
  type: string;
  /** In ISO 8601. */
  at: string;
  durationMs: number;
  status: number | null;
  error: string;
};

/** The health of an endpoint. */
type EndpointHealth = {
  /** Attempts that count: the last 1,000 of its last 10,000 events. */
  attempts: number;
  succeeded: number;
  /** The 95th percentile of their duration; null without attempts. */
  p95Ms: number | null;
  /** Time of the first of these attempts. */
  since: Date | null;
  /** Events that wait for an attempt; 1,000 means 1,000 or more. */
  waiting: number;
  /** The last failed attempts, newest first. */
  failures: FailedAttempt[];
};

/** Reads the health of an endpoint from its last attempts. For an endpoint of another account it finds no attempts. */
export async function readEndpointHealth(
  userId: string,
  endpointId: string,
): Promise<EndpointHealth> {
  const [row] = await query<EndpointHealth>('read-webhook-endpoint-health', statement, [
    userId,
    endpointId,
  ]);
  const none = { attempts: 0, succeeded: 0, p95Ms: null, since: null, waiting: 0, failures: [] };
  return row ?? none;
}

/** The newest events of the time span, so that an account with millions of them costs no more. */
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

/** What came of the events of an endpoint, which may be deleted since. */
export type Deliveries = {
  endpointId: string;
  events: number;
  delivered: number;
  /** Given up: their schedule is over. The others wait for an attempt. */
  failed: number;
  /** How long the last attempt of half of them, and of 95 %, took at most. */
  p50Ms: number | null;
  p95Ms: number | null;
};

/** Reads what came of the newest 10,000 events of an account in a time span, by endpoint. */
export const readDeliveries = (
  userId: string,
  { from, to }: { from: Date; to: Date },
  livemode: boolean,
): Promise<Deliveries[]> =>
  query<Deliveries>('read-webhook-deliveries', deliveries, [
    ...[userId, minIdAt('evt', from.getTime()), minIdAt('evt', to.getTime()), livemode],
  ]);
