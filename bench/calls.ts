import { get, post } from './load.ts';
import type { Requests } from './requests.ts';
import type { SendResult } from './run-totals.ts';
import type { Dakiya } from './stack/dakiya.ts';

/** Messages in a batch. */
export const batchSize = 100;

/** Concurrent connections. A batch is 100 messages, so ten are enough. */
const connections = { single: 50, batch: 10 };

/** Marks an accepted message, and a code; no message text contains it. */
const marks = { message: '"status":"queued"', code: '"otpId":"' };

/** Requests an address that does no work, over as many connections as `sendSingles` uses. */
export function getEmpty(url: string, count: number) {
  return get({ url, count, connections: connections.single });
}

/** Requests an address that refuses, with a 4xx. */
export function getRefused(url: string, count: number) {
  return get({ url, count, connections: connections.single, status: 4 });
}

/** Sends messages, one per request. */
export function sendSingles({ url, headers }: Dakiya, requests: Requests, count: number) {
  return post({
    url: `${url}/api/v1/messages/send-message`,
    headers,
    bodies: requests.singles(count),
    size: 1,
    accepted: marks.message,
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
    accepted: marks.message,
    connections: connections.batch,
  });
}

/** Sends one batch, where autocannon would take a second at least. */
export async function sendOneBatch(
  { url, headers }: Pick<Dakiya, 'url' | 'headers'>,
  requests: Requests,
): Promise<SendResult> {
  const began = performance.now();
  const response = await fetch(`${url}/api/v1/messages/batch`, {
    method: 'POST',
    headers,
    body: requests.batches(1, batchSize)[0] ?? '',
  });
  const accepted = (await response.text()).split(marks.message).length - 1;
  const error = `A batch returned ${response.status}, with ${accepted} accepted messages`;
  return {
    ...{ requests: 1, accepted, latencies: [performance.now() - began] },
    errors: accepted === batchSize ? [] : [error],
  };
}

/** Sends codes, one per request, each to another number. */
export function sendCodes({ url, headers }: Dakiya, requests: Requests, count: number) {
  return post({
    url: `${url}/api/v1/messages/send-otp`,
    headers,
    bodies: Array.from({ length: count }, () => JSON.stringify({ recipient: requests.number() })),
    size: 1,
    accepted: marks.code,
    connections: connections.single,
  });
}
