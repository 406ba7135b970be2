import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Receiver } from '../stack/find-wrong-events.ts';

/** Every so many requests it fails, so that some events are posted again. */
const failsEvery = 500;

export type VerifyingReceiver = Receiver & {
  url: string;
  /** Requests that the package refused, a sentence each. */
  refused: string[];
  /** @param secret `whsec_…`, of the one endpoint whose events arrive here */
  trust(secret: string): void;
  stop(): Promise<void>;
};

/** A server of a customer, which verifies each event with the package `standardwebhooks` as it is. */
export async function startVerifyingReceiver(): Promise<VerifyingReceiver> {
  const taken = new Map<string, number>();
  const refused: string[] = [];
  let webhook: Webhook | null = null;
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const id = headers['webhook-id'] ?? '';
    requests += 1;
    try {
      webhook?.verify(body, headers);
    } catch (error) {
      refused.push(`the receiver refused ${id}: ${error instanceof Error ? error.message : error}`);
      response.writeHead(400).end();
      return;
    }
    if (requests % failsEvery === 0) {
      response.writeHead(500).end();
      return;
    }
    taken.set(id, (taken.get(id) ?? 0) + 1);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken,
    refused,
    trust(secret) {
      webhook = new Webhook(secret);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
