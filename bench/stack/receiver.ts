import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '#platform/ids.ts';
import type { Database } from './database.ts';

/** An event that a receiver got, and when, in milliseconds since 1970. */
export type ReceivedEvent = { id: string; at: number; body: string };

/** A server of a customer in the benchmark's own process. It answers at once, or never if it is dead. */
export async function startReceiver({ isDead = false } = {}) {
  const events: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      events.push({ id, at: Date.now(), body: Buffer.concat(chunks).toString('utf8') });
      if (!isDead) response.end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    events,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Writes events that happen now; the reconciler wakes a worker up. */
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
