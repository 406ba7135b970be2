import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { newId } from '#platform/ids.ts';
import type { Database } from './stack.ts';

/** A received event, with its time in milliseconds since 1970. */
export type ReceivedEvent = { id: string; at: number; body: string };

type Options = {
  /** Whether the server never answers. */
  isDead?: boolean;
  /** If a request's serial number is divisible by this, it fails, so that some events are retried. */
  failsEvery?: number;
};

export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;

/** Starts a customer's server for webhook events in this process. */
export async function startEventReceiver({ isDead = false, failsEvery }: Options = {}) {
  const events: ReceivedEvent[] = [];
  const taken = new Map<string, number>();
  const refused: string[] = [];
  let webhook: Webhook | null = null;
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    // The connection broke.
    if (body === null) return;
    const id = String(request.headers['webhook-id']);
    requests += 1;
    events.push({ id, at: Date.now(), body });
    if (isDead) return;
    try {
      webhook?.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      refused.push(`the receiver refused ${id}: ${error instanceof Error ? error.message : error}`);
      response.writeHead(400).end();
      return;
    }
    const fails = failsEvery !== undefined && requests % failsEvery === 0;
    if (!fails) taken.set(id, (taken.get(id) ?? 0) + 1);
    response.writeHead(fails ? 500 : 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    events,
    /** How often the receiver accepted each event, by the event's id. */
    taken,
    /** Requests that the package `standardwebhooks` rejected, described by one sentence each. */
    refused,
    /**
     * Makes the package verify each event.
     *
     * @param secret `whsec_…` of the only endpoint that posts here
     */
    trust(secret: string) {
      webhook = new Webhook(secret);
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Inserts events at the current time. The reconciler notifies a worker. */
export async function insertEvents(
  database: Database,
  { userId, endpointId }: { userId: string; endpointId: string },
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('evt'));
  await database.query(
    `WITH given AS (SELECT unnest($1::text[]) AS id),
      event AS (
        INSERT INTO webhook_events (id, user_id, endpoint_id, type, at, data)
        SELECT id, $2, $3, 'ping', now(), '{"benchmark":true}' FROM given)
     INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
     SELECT id, $3, $2, now(), now() + interval '33 hours' FROM given`,
    [ids, userId, endpointId],
  );
}

/** Shortens the pauses between attempts, which last minutes. */
const hasten = `
  WITH on_again AS (UPDATE webhook_endpoints SET paused_until = NULL, enabled = true)
  UPDATE webhook_queue SET due_at = now() WHERE due_at > now()`;

const left =
  "SELECT count(*)::int AS count FROM webhook_events WHERE state = 'pending' AND id = ANY($1)";

/** @returns a sentence if some events are still waiting and no event was delivered for `stallMs` */
async function waitUntilPosted(
  database: Database,
  ids: string[],
  stallMs: number,
): Promise<string[]> {
  let least = Number.POSITIVE_INFINITY;
  let changedAt = performance.now();
  for (;;) {
    const [{ count = 0 } = {}] = await database.query<{ count: number }>(left, [ids]);
    if (count === 0) return [];
    if (count < least) {
      least = count;
      changedAt = performance.now();
    } else if (performance.now() - changedAt > stallMs) {
      return [
        `${count} webhook events still wait, and none was delivered for ${stallMs / 1_000} s`,
      ];
    }
    await database.query(hasten);
    await pause(Math.min(1_000, stallMs));
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

type StoredEvent = { id: string; type: string; state: string };

const stored = 'SELECT id, type, state::text AS state FROM webhook_events';

/**
 * Checks that each message settled since the endpoint was created has exactly one event per state, and that the receiver
 * accepted each event at least once. Waits only for events that exist at the start, because expiring codes keep writing new
 * ones.
 *
 * @param stallMs how long posting may stall, in milliseconds
 * @returns a sentence for each violation
 */
export async function findWrongEvents(
  database: Database,
  receiver: Pick<EventReceiver, 'taken'>,
  stallMs = 60_000,
): Promise<string[]> {
  const written = (await database.query<StoredEvent>(stored)).map(({ id }) => id);
  const stalled = await waitUntilPosted(database, written, stallMs);
  const taken = [...receiver.taken.keys()];
  const problems = await Promise.all(
    [missing, doubled].map((sql) => database.query<{ problem: string }>(sql)),
  );
  const events = new Map(
    (await database.query<StoredEvent>(stored)).map((event) => [event.id, event]),
  );
  const untaken = written.flatMap((id) => {
    const { type, state } = events.get(id) ?? { type: 'unknown', state: 'deleted' };
    const times = receiver.taken.get(id) ?? 0;
    if (state === 'delivered' && times > 0) return [];
    return [`${id} (${type}) is ${state}, and its receiver took it ${times} times`];
  });
  const strange = taken.filter((id) => !events.has(id));
  return [
    ...stalled,
    ...problems.flat().map(({ problem }) => problem),
    ...untaken,
    ...strange.map((id) => `the receiver took ${id}, which is not stored`),
  ];
}
