import { afterEach, beforeEach, expect, it } from 'vitest';
import { bind, type TestClient } from '../test-client.ts';
import type { Segment } from './segment.ts';
import { createSmsc, type Smsc } from './server.ts';
import { createLedger, fingerprint } from './submits.ts';

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

it('applies a behaviour to the configured number of submits', async () => {
  smsc.network.set('throttled', 2);
  expect(await submitFour()).toEqual([0x58, 0x58, 0, 0]);
  expect(smsc.network.setting()).toMatchObject({ behaviour: 'normal', remaining: null });
});

it('applies a behaviour until it is changed', async () => {
  smsc.network.set('rejected', null);
  expect(await submitFour()).toEqual([0x0b, 0x0b, 0x0b, 0x0b]);
  smsc.network.set('normal', null);
  expect(await submitFour()).toEqual([0, 0, 0, 0]);
});

it('a behaviour does not apply to magic numbers', async () => {
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

const hello: Segment = {
  to: '919876543210',
  from: 'DAKIYA',
  text: 'Hello',
  dataCoding: 0,
  part: null,
  dlt: { entity: null, template: null, chain: null },
  reference: null,
  registeredDelivery: 1,
};

function ledgerOf(...segments: Segment[]) {
  const ledger = createLedger();
  for (const segment of segments) ledger.accepted(segment, fingerprint(segment));
  return ledger;
}

it('counts each repetition of an accepted text as a duplicate', () => {
  const ledger = ledgerOf(hello, hello, { ...hello, to: '917012345678' }, hello);
  expect(ledger.totals()).toMatchObject({ accepted: 4, distinct: 2, duplicates: 2 });
  expect(ledger.acceptedFor('919876543210')).toBe(3);
});

it('does not count the parts of a long text as duplicates', () => {
  const parts = [1, 2].map((sequence) => ({
    ...hello,
    part: { reference: 7, total: 2, sequence },
  }));
  expect(ledgerOf(...parts).totals().duplicates).toBe(0);
});

it('deletes all counters on reset', () => {
  const ledger = ledgerOf(hello);
  ledger.reset();
  ledger.accepted(hello, fingerprint(hello));
  expect(ledger.totals()).toMatchObject({ accepted: 1, distinct: 1, duplicates: 0 });
});
