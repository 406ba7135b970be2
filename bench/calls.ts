import { get, post } from './load.ts';
import type { Requests } from './requests.ts';
import type { Dakiya } from './stack/dakiya.ts';

/** Messages in a batch. */
export const batchSize = 100;

/** Callers at once. A batch is large: a few callers of it are many. */
const connections = { single: 50, batch: 10 };

/** Asks something that does no work, with as many callers as send single messages. */
export function getEmpty(url: string, count: number) {
  return get({ url, count, connections: connections.single });
}

/** Sends messages, one a request. */
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
