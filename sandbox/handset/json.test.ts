import { afterEach, beforeEach, expect, it } from 'vitest';
import { partFields } from '../test-client.ts';
import { jsonBody, startHandset, type TestHandset } from './test-handset.ts';

const phone = '919876543210';
let handset: TestHandset;

beforeEach(async () => {
  handset = await startHandset();
});
afterEach(() => handset.close());

const noIds = { entity: null, template: null, chain: null };

it('lists joined texts of a number, newest first', async () => {
  await handset.client.submit(phone, 'first');
  await handset.client.submit('917012345678', 'other');
  await handset.client.submit(phone, '', partFields(7, 2, 2, 'ond'));
  expect((await handset.json('/handset.json?number=919876543210')).messages).toHaveLength(1);
  await handset.client.submit(phone, '', partFields(7, 2, 1, 'sec'));
  for (const number of ['919876543210', '%2B919876543210', '+919876543210']) {
    const { messages } = await handset.json(`/handset.json?number=${number}`);
    expect(messages).toEqual([
      { from: 'DAKIYA', to: phone, text: 'second', at: expect.any(String), dlt: noIds },
      { from: 'DAKIYA', to: phone, text: 'first', at: expect.any(String), dlt: noIds },
    ]);
  }
  expect((await handset.json('/handset.json')).messages).toHaveLength(3);
});

it('omits an undelivered text', async () => {
  await handset.client.submit('919999900002', 'lost');
  expect(await handset.json('/handset.json?number=919999900002')).toEqual({ messages: [] });
  expect(await handset.page()).toContain('lost');
});

it('counts submits in total and per recipient until a reset', async () => {
  await handset.client.submit(phone, 'same');
  await handset.client.submit(phone, 'same');
  await handset.client.submit('919999900003', 'refused');
  expect(await handset.json('/submits.json')).toMatchObject({
    submits: 3,
    accepted: 2,
    distinct: 1,
    duplicates: 1,
  });
  const ofBoth = '/submits.json?recipients=%2B919876543210,919999900003';
  expect(await handset.json(ofBoth)).toEqual({ counts: [2, 0] });
  await handset.call('/reset.json', { method: 'POST' });
  expect(await handset.json('/submits.json')).toMatchObject({
    submits: 0,
    accepted: 0,
    duplicates: 0,
  });
  expect(await handset.json(ofBoth)).toEqual({ counts: [0, 0] });
});

it('sets and returns the behaviour of the network', async () => {
  const limited = await handset.json(
    '/network.json',
    jsonBody({ behaviour: 'throttled', count: 2 }),
  );
  expect(limited).toEqual({ behaviour: 'throttled', count: 2 });
  await handset.json('/network.json', jsonBody({ behaviour: 'rejected', count: null }));
  expect(await handset.json('/network.json')).toEqual({ behaviour: 'rejected', count: null });
  await handset.json('/network.json', jsonBody({ behaviour: 'normal' }));
  expect(await handset.json('/network.json')).toEqual({ behaviour: 'normal', count: null });
});

it.each([
  [{ behaviour: 'sunny' }, /Choose one of: normal, /],
  [{ behaviour: 'throttled', count: 0 }, /whole number from 1/],
  [{ behaviour: 'throttled', count: 1.5 }, /whole number from 1/],
  [[], /Choose one of/],
])('rejects %j with a reason', async (body, reason) => {
  const response = await handset.call('/network.json', jsonBody(body));
  expect(response.status).toBe(400);
  expect((await response.json()).error).toMatch(reason);
});

it('sets and returns the DLT check, and keeps what is left out', async () => {
  await handset.json('/scrubber.json', jsonBody({ isOn: true, time: '21:30' }));
  const set = await handset.json('/scrubber.json', jsonBody({ window: true }));
  expect(set).toMatchObject({ isOn: true, window: true, chain: false, time: '21:30' });
  expect(await handset.json('/scrubber.json')).toEqual(set);
  for (const wrong of [{ isOn: 'yes' }, { time: '25:00' }, { other: true }, []]) {
    const response = await handset.call('/scrubber.json', jsonBody(wrong));
    expect(response.status).toBe(400);
  }
});

it('responds with JSON errors', async () => {
  const broken = await handset.call('/network.json', { ...jsonBody(null), body: '{"behaviour":' });
  expect([broken.status, await broken.json()]).toEqual([400, { error: expect.any(String) }]);
  const missing = await handset.call('/nothing.json');
  expect([missing.status, await missing.json()]).toEqual([404, { error: expect.any(String) }]);
});
