import { get, post } from './load.ts';
import type { Requests } from './requests.ts';
import type { Dakiya } from './stack/dakiya.ts';

/** Messages in a batch. */
export const batchSize = 100;

/** Concurrent connections. A batch is 100 messages, so ten are enough. */
const connections = { single: 50, batch: 10 };

/** Requests an address that does no work, over as many connections as `sendSingles` uses. */
export function getEmpty(url: string, count: number) {
  return get({ url, count, connections: connections.single });
}

/** Sends messages, one per request. */
export function sendSingles({ url, headers }: Dakiya, requests: Requests, count: number) {
  return post({
    url: `${url}/api/v1/messages/send-message`,
    headers,
    bodies: requests.singles(count),
    size: 1,
    connections: connections.single,
  });
}

/** Sends messages in batches. @param count how many batches */
export function sendBatches({ url, headers }: Dakiya, requests: Requests, count: number) {
  return post({
    url: `${url}/api/v1/messages/batch`,
    headers,
    bodies: requests.batches(count, batchSize),
    size: batchSize,
    connections: connections.batch,
  });
}
