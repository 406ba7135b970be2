import { afterEach, beforeEach, expect, it } from 'vitest';
import { bind, type TestClient } from '../test-client.ts';
import { createSmsc, type Smsc } from './server.ts';

const phone = '919876543210';
let smsc: Smsc;
let client: TestClient;

beforeEach(async () => {
  smsc = await createSmsc({ receiptAfterMs: 1 });
  client = await bind(smsc);
});
afterEach(() => smsc.close());

const submitFour = async () => {
  const statuses = [];
  for (let i = 0; i < 4; i += 1) {
    statuses.push((await client.submit(phone, `text ${i}`)).command_status);
  }
  return statuses;
};

it('applies a behaviour to the set number of submits', async () => {
  smsc.network.set('throttled', 2);
  expect(await submitFour()).toEqual([0x58, 0x58, 0, 0]);
  expect(smsc.network.setting()).toEqual({ behaviour: 'normal', remaining: null });
});

it('applies a behaviour until it is changed', async () => {
  smsc.network.set('rejected', null);
  expect(await submitFour()).toEqual([0x0b, 0x0b, 0x0b, 0x0b]);
  smsc.network.set('normal', null);
  expect(await submitFour()).toEqual([0, 0, 0, 0]);
});

it('does not apply to magic numbers', async () => {
  smsc.network.set('throttled', 1);
  expect((await client.submit('919999900003', 'no')).command_status).toBe(0x0b);
  expect(await submitFour()).toEqual([0x58, 0, 0, 0]);
});

it('rejects an invalid phone number', async () => {
  expect((await client.submit('hello', 'text')).command_status).toBe(0x0b);
});

it('keeps parallel centres independent', async () => {
  const other = await createSmsc();
  other.network.set('throttled', null);
  expect(await submitFour()).toEqual([0, 0, 0, 0]);
  expect(other.ledger.totals().submits).toBe(0);
  await other.close();
});
