import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { startPaymentStack } from '../harness/payment-stack.ts';
import { client } from '../support/client.ts';
import { validPaymentRequests } from '../support/valid-payment-requests.ts';

const postEndpoints = endpoints.filter(({ method }) => method === 'POST');
const idempotent = postEndpoints.filter((endpoint) => endpoint.idempotent).map(({ path }) => path);

test('every POST endpoint that creates something accepts an Idempotency-Key', () => {
  // Pairings need no key: a repeated request starts another pairing, and the unused pairing ends after ten minutes.
  const makes = postEndpoints
    .filter(({ status, path }) => status !== 200 && path !== '/pairings')
    .map(({ path }) => path);
  expect(idempotent).toEqual(expect.arrayContaining(makes));
});

test('the documentation names exactly the endpoints that accept an Idempotency-Key', async () => {
  const page = await readFile('app/content/docs/api-reference.md', 'utf8');
  const sentence = /^Send an `Idempotency-Key`.*$/m.exec(page)?.[0] ?? '';
  const named = [...sentence.matchAll(/`(\/[\w/{}-]+)`/g)].map(([, path]) => path);
  expect(named.sort()).toEqual(idempotent.toSorted());
});

const shop = await startPaymentStack();
const good = validPaymentRequests(() => shop);

test.each(['createPaymentOrder', 'renewSubscription', 'requestRefund'])(
  '%s replays its first response to the same key and body, and rejects another body',
  async (operation) => {
    const path = postEndpoints.find(({ operationId }) => operationId === operation)?.path ?? '';
    const { as = null, body } = (await good[operation]?.()) ?? {};
    const send = (sent: unknown) =>
      client(shop.web.url, as).post(path, sent, { 'idempotency-key': operation });
    const first = await send(body);
    expect(first.body.status).toBe('success');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const again = await send(body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const other = await send(`${JSON.stringify(body)} `);
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch']);
    const stranger = await shop.aCustomer();
    const theirs = await stranger.call.post(path, body, { 'idempotency-key': operation });
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
  },
);
