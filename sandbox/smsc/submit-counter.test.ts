import { expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';
import type { Segment } from './segment.ts';
import { createLedger, fingerprint } from './submit-counter.ts';

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

it('counts every text that was accepted twice', () => {
  const ledger = ledgerOf(hello, hello, { ...hello, to: '917012345678' }, hello);
  expect(ledger.totals()).toMatchObject({ accepted: 4, distinct: 2, duplicates: 2 });
  expect(ledger.acceptedFor('919876543210')).toBe(3);
});

it('counts the parts of a long text as distinct', () => {
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

it('stores the newest keys and drops only much older ones', () => {
  const map = new RecentMap<number, string>(10);
  for (let key = 0; key < 100; key += 1) map.set(key, `value ${key}`);
  for (let key = 90; key < 100; key += 1) expect(map.get(key)).toBe(`value ${key}`);
  expect(map.get(75)).toBeUndefined();
});
