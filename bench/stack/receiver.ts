import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  generateSigningSecret,
  signingSecretColumn,
} from '#domain/notifications/webhooks/endpoints/signing-secret.server.ts';
import { newId } from '#platform/ids.server.ts';
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

/** Creates an endpoint that wants everything. @returns its id */
export async function createEndpoint(
  database: Database,
  userId: string,
  url: string,
): Promise<string> {
  const [id, secretId] = [newId('whe'), newId('whs')];
  const secret = signingSecretColumn.encrypt({ id: secretId, userId }, generateSigningSecret());
  await database.query(
    `INSERT INTO webhook_endpoints (id, user_id, url, types, key_ids, created_at, url_set_at)
     VALUES ($1, $2, $3, '{}', '{}', now(), now())`,
    [id, userId, url],
  );
  await database.query(
    `INSERT INTO webhook_secrets (id, user_id, endpoint_id, encrypted_secret, created_at)
     VALUES ($1, $2, $3, $4, now())`,
    [secretId, userId, id, secret],
  );
  return id;
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
