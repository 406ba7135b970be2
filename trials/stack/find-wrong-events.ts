import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#bench/stack/database.ts';

/** A server of a customer. */
export type Receiver = {
  /** How often it has taken each event, by its id. */
  taken: ReadonlyMap<string, number>;
};

/** How long events may take once nothing else happens, in milliseconds. */
const stallMs = 60_000;

/** The run does not wait for pauses of minutes. */
const hasten = `
  WITH on_again AS (UPDATE webhook_endpoints SET paused_until = NULL, enabled = true)
  UPDATE webhook_queue SET due_at = now() WHERE due_at > now()`;

const left = 'SELECT count(*)::int AS count, now() AS at FROM webhook_queue';

/** When all events had been posted, and a sentence if some still wait after a minute in which none was delivered. */
type Posted = { at: Date; stalled: string[] };

async function waitUntilPosted(database: Database): Promise<Posted> {
  let least = Number.POSITIVE_INFINITY;
  let changedAt = performance.now();
  for (;;) {
    const [{ count = 0, at = new Date() } = {}] = await database.query<{ count: number; at: Date }>(
      left,
    );
    if (count === 0) return { at, stalled: [] };
    if (count < least) {
      least = count;
      changedAt = performance.now();
    } else if (performance.now() - changedAt > stallMs) {
      return {
        at,
        stalled: [`${count} webhook events still wait, and none was delivered for a minute`],
      };
    }
    await database.query(hasten);
    await pause(1_000);
  }
}

const missing = `
  SELECT m.id || ' is ' || m.state || ', of which ' || e.id || ' has ' || count(w.id) || ' events' AS problem
  FROM messages AS m JOIN webhook_endpoints AS e ON e.user_id = m.user_id
  LEFT JOIN webhook_events AS w
    ON w.endpoint_id = e.id AND w.subject_id = m.id AND w.type = 'message.' || m.state AND w.version = m.version
  WHERE m.created_at > e.created_at
  GROUP BY m.id, m.state, e.id HAVING count(w.id) <> 1`;

const doubled = `
  SELECT endpoint_id || ' has ' || count(*) || ' events of version ' || version || ' of ' || subject_id AS problem
  FROM webhook_events WHERE type LIKE 'message.%' GROUP BY endpoint_id, subject_id, version HAVING count(*) > 1`;

/**
 * Each settled message since an endpoint exists must have one event of its state for it, no state two, and each event must
 * have been taken at least once.
 *
 * @returns a sentence for each that is not so
 */
export async function findWrongEvents(database: Database, receiver: Receiver): Promise<string[]> {
  const { at, stalled } = await waitUntilPosted(database);
  const taken = [...receiver.taken.keys()];
  const problems = await Promise.all(
    [missing, doubled].map((sql) => database.query<{ problem: string }>(sql)),
  );
  // Codes go on expiring.
  const events = await database.query<{ id: string; type: string; state: string; isLate: boolean }>(
    'SELECT id, type, state::text AS state, at > $1 AS "isLate" FROM webhook_events',
    [at],
  );
  const untaken = events.flatMap(({ id, type, state, isLate }) =>
    isLate || (state === 'delivered' && receiver.taken.has(id))
      ? []
      : [
          `${id} (${type}) is ${state}, and its receiver took it ${receiver.taken.get(id) ?? 0} times`,
        ],
  );
  const known = new Set(events.map(({ id }) => id));
  const strange = taken.filter((id) => !known.has(id));
  return [
    ...stalled,
    ...problems.flat().map(({ problem }) => problem),
    ...untaken,
    ...strange.map((id) => `the receiver took ${id}, which is not stored`),
  ];
}
