import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '#bench/stack/database.ts';
import {
  generateSigningSecret,
  signingSecretColumn,
} from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { newId } from '#platform/ids.ts';
import type { LimitedAccount } from './accounts.ts';

/** Every so many requests the receiver fails. */
const failsEvery = 10;

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
