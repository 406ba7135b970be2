import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#bench/stack/database.ts';
import {
  generateSigningSecret,
  signingSecretColumn,
} from '#domain/notifications/webhooks/endpoints/signing-secret.server.ts';
import { newId } from '#platform/ids.server.ts';
import type { LimitedAccount } from './accounts.ts';

/** Every so many requests the receiver fails. */
const failsEvery = 10;

/** How long events may take once all faults are over, in milliseconds. */
const stallMs = 60_000;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A server of a customer. It counts the events that it has taken, by their ids. */
export async function startReceiver() {
  const taken = new Map<string, number>();
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      requests += 1;
      const id = String(request.headers['webhook-id']);
      const fails = requests % failsEvery === 0;
      if (!fails) taken.set(id, (taken.get(id) ?? 0) + 1);
      response.writeHead(fails ? 500 : 200).end();
    });
    request.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Gives each account two endpoints that subscribe to everything. @param port of the way to the receiver */
export async function createEndpoints(
  database: Database,
  accounts: LimitedAccount[],
  port: number,
): Promise<void> {
  for (const { userId } of [...accounts, ...accounts]) {
    const [id, secretId] = [newId('whe'), newId('whs')];
    const secret = signingSecretColumn.encrypt({ id: secretId, userId }, generateSigningSecret());
    await database.query(
      `INSERT INTO webhook_endpoints (id, user_id, url, types, key_ids, created_at, url_set_at)
       VALUES ($1, $2, $3, '{}', '{}', now(), now())`,
      [id, userId, `http://127.0.0.1:${port}/${id}`],
    );
    await database.query(
      `INSERT INTO webhook_secrets (id, user_id, endpoint_id, encrypted_secret, created_at)
       VALUES ($1, $2, $3, $4, now())`,
      [secretId, userId, id, secret],
    );
  }
}

/** The run does not wait for pauses of minutes. */
const hasten = `
  WITH on_again AS (UPDATE webhook_endpoints SET paused_until = NULL, enabled = true)
  UPDATE webhook_queue SET due_at = now() WHERE due_at > now()`;

const left = 'SELECT count(*)::int AS count FROM webhook_queue';

/** @returns a sentence if events still wait after a minute in which none was delivered */
async function waitUntilPosted(database: Database): Promise<string[]> {
  let least = Number.POSITIVE_INFINITY;
  let changedAt = performance.now();
  for (;;) {
    const [{ count = 0 } = {}] = await database.query<{ count: number }>(left);
    if (count === 0) return [];
    if (count < least) {
      least = count;
      changedAt = performance.now();
    } else if (performance.now() - changedAt > stallMs) {
      return [`${count} webhook events still wait, and none was delivered for a minute`];
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
  GROUP BY m.id, m.state, e.id HAVING count(w.id) <> 1`;

const doubled = `
  SELECT endpoint_id || ' has ' || count(*) || ' events of version ' || version || ' of ' || subject_id AS problem
  FROM webhook_events WHERE type LIKE 'message.%' GROUP BY endpoint_id, subject_id, version HAVING count(*) > 1`;

/**
 * Each settled message must have one event of its state for each endpoint, no state two, and each event must have been
 * taken at least once.
 */
export async function findWrongEvents(database: Database, receiver: Receiver): Promise<string[]> {
  const stalled = await waitUntilPosted(database);
  const problems = await Promise.all(
    [missing, doubled].map((sql) => database.query<{ problem: string }>(sql)),
  );
  const events = await database.query<{ id: string; state: string }>(
    'SELECT id, state::text AS state FROM webhook_events',
  );
  const untaken = events.flatMap(({ id, state }) =>
    state === 'delivered' && receiver.taken.has(id)
      ? []
      : [`${id} is ${state}, and its receiver took it ${receiver.taken.get(id) ?? 0} times`],
  );
  const known = new Set(events.map(({ id }) => id));
  const strange = [...receiver.taken.keys()].filter((id) => !known.has(id));
  return [
    ...stalled,
    ...problems.flat().map(({ problem }) => problem),
    ...untaken,
    ...strange.map((id) => `the receiver took ${id}, which is not stored`),
  ];
}
