import { createBatch } from '#platform/batch.ts';
import { commitWithoutFlush, query, storedNow } from '#platform/db.ts';
import type { Format } from '../endpoint-contract.browser.ts';
import type { EventRow } from '../log/read-events.ts';

/** An event that is reserved for this worker. */
export type ReservedEvent = Pick<
  EventRow,
  | 'id'
  | 'userId'
  | 'endpointId'
  | 'type'
  | 'livemode'
  | 'subjectId'
  | 'at'
  | 'version'
  | 'reason'
  | 'data'
> & {
  includesText: boolean;
  /** The API ID with which the event's message or code was sent. */
  keyId: string | null;
  /** The format of the endpoint. */
  format: Format;
  /** The number of the reservation. */
  reservation: number;
  /** Number of attempts of this schedule so far. */
  attempt: number;
  maxPerSecond: number | null;
  /** The address of the endpoint. */
  url: string;
  /** Whether the endpoint is in live mode. May differ from `livemode`, which is false for all test events. */
  isOfLiveEndpoint: boolean;
  /** The number of consecutive failures of the endpoint. */
  failures: number;
  /** When the endpoint's pause ends, if this event is a probe; null if it is not a probe. */
  probedUntil: Date | null;
};

type BatchRequest = { endpointId: string; most: number };

/** Maximum number of endpoints per statement, so that an endpoint whose events are slow to find delays only a few others. */
const maxEndpoints = 20;

/** After this many consecutive failures, an endpoint gets one event at a time, with growing pauses. */
export const probesAfter = 3;

/** Shortest and longest pause between two events to a failing endpoint, in seconds. Each pause is twice the previous one. */
const firstPauseSeconds = 5;
const lastPauseSeconds = 300;

/** SQL: the pause of an endpoint after `failures` consecutive failures, in seconds. */
export const pauseSecondsSql = (failures: string) => `CASE WHEN ${failures} >= ${probesAfter}
      THEN least(${firstPauseSeconds} * 2 ^ least(${failures} - ${probesAfter}, 10), ${lastPauseSeconds}) END`;

/**
 * Reserves the events of each endpoint that have been due for the longest time, if the worker has a heartbeat. For a
 * failing endpoint, reserves a single event and sets `paused_until` under the lock of the endpoint's row, so that no
 * other worker reserves another one at the same time.
 *
 * As in `reserveMessages`, the condition on the worker is opaque to the planner. Events are looked up one by one,
 * because the planner expects a batch of only one or two rows, and would use a nested loop. The commit does not wait
 * for the disk: if a crash of PostgreSQL undoes the reservation, the events are reserved again.
 */
const statement = `
  WITH ${commitWithoutFlush},
  asked AS (
    SELECT asked.* FROM unflushed, unnest($1::text[], $2::int[]) AS asked(endpoint_id, most)
  ),
  probed AS (
    UPDATE webhook_endpoints AS e SET paused_until = now() + interval '20 seconds'
    FROM asked
    WHERE e.id = asked.endpoint_id AND e.enabled AND e.failures >= ${probesAfter}
      AND (e.paused_until IS NULL OR e.paused_until <= now())
      AND (
        SELECT true FROM webhook_queue AS q
        WHERE q.endpoint_id = e.id AND q.due_at <= ${storedNow} AND q.ends_at > now() AND coalesce(q.worker_id IS NULL, true)
        LIMIT 1)
    RETURNING e.*
  ),
  ready AS (
    SELECT e.*, asked.most FROM asked JOIN webhook_endpoints AS e ON e.id = asked.endpoint_id
    WHERE e.enabled AND e.failures < ${probesAfter} AND (e.paused_until IS NULL OR e.paused_until <= now())
    UNION ALL
    SELECT probed.*, 1 FROM probed
  ),
  batch AS MATERIALIZED (
    SELECT next.event_id, next.attempt, ready.includes_text, ready.url, ready.max_per_second, ready.livemode, ready.format, ready.failures,
      CASE WHEN ready.failures >= ${probesAfter} THEN ready.paused_until END AS probed_until
    FROM ready,
      LATERAL (
        SELECT q.event_id, q.attempt FROM webhook_queue AS q
        WHERE q.endpoint_id = ready.id AND q.due_at <= ${storedNow} AND q.ends_at > now()
          AND coalesce(q.worker_id IS NULL, true)
        ORDER BY q.due_at, q.event_id LIMIT ready.most FOR UPDATE SKIP LOCKED) AS next
    WHERE EXISTS (SELECT FROM delivery_workers WHERE id = $3)
  ),
  reserved AS (
    UPDATE webhook_queue SET worker_id = $3, reservation = $4, replay_requested = false
    WHERE event_id = ANY (ARRAY(SELECT event_id FROM batch))
  )
  SELECT e.id, e.user_id AS "userId", e.endpoint_id AS "endpointId", e.type, e.livemode, e.subject_id AS "subjectId",
    e.at, e.version, e.reason, e.data, e.key_id AS "keyId", batch.format, batch.includes_text AS "includesText",
    batch.url, batch.max_per_second AS "maxPerSecond", batch.livemode AS "isOfLiveEndpoint", batch.failures,
    batch.probed_until AS "probedUntil",
    batch.attempt, $4::int AS reservation
  FROM batch CROSS JOIN LATERAL (SELECT * FROM webhook_events WHERE id = batch.event_id OFFSET 0) AS e
  ORDER BY e.id`;

/**
 * Creates the function that reserves a batch of an endpoint's events for a worker. If it returns fewer than `most` events,
 * no others are due.
 */
export function createReserve(workerId: string) {
  /** The number of the latest reservation. */
  let reservation = 0;
  return createBatch(
    async (requests: BatchRequest[]) => {
      reservation += 1;
      const rows = await query<ReservedEvent>('reserve-webhook-events', statement, [
        requests.map(({ endpointId }) => endpointId),
        requests.map(({ most }) => most),
        workerId,
        reservation,
      ]);
      const byEndpoint = new Map(
        requests.map(({ endpointId }) => [endpointId, [] as ReservedEvent[]]),
      );
      for (const row of rows) byEndpoint.get(row.endpointId)?.push(row);
      return requests.map(({ endpointId }) => byEndpoint.get(endpointId) ?? []);
    },
    { max: maxEndpoints },
  );
}

const release = `
  UPDATE webhook_queue SET worker_id = NULL WHERE event_id = ANY ($1) AND worker_id = $2`;

/** Releases reserved events that have not been posted. */
export async function releaseEvents(ids: string[], workerId: string): Promise<void> {
  if (ids.length > 0) await query('release-webhook-events', release, [ids, workerId]);
}

/** Releases the events of lost workers. Reads the whole queue. */
const releaseLost = `
  UPDATE webhook_queue SET worker_id = NULL WHERE worker_id = ANY ($1) RETURNING event_id`;

/**
 * Releases the reservations of lost workers, so that other workers can reserve the events. If a lost worker had already
 * posted an event, the event is posted again with the same id.
 *
 * @param lost the workers without a heartbeat
 * @returns the number of events
 */
export async function releaseEventsOf(lost: string[]): Promise<number> {
  return (await query('release-lost-webhook-events', releaseLost, [lost])).length;
}
