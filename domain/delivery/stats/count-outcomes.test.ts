import { expect, test } from 'vitest';
import { type Count, type CountedOutcome, createCounts } from './count-outcomes.ts';

const now = Date.UTC(2026, 10, 20, 6, 30, 59, 999);
const delivered: CountedOutcome = {
  ...{ carrier: 'first', kind: 'message', recipient: '+919876543210' },
  ...{ outcome: 'delivered', latencyMs: 1_500 },
};
const undelivered: CountedOutcome = {
  ...{ carrier: 'first', kind: 'otp', recipient: '+919876543210' },
  ...{ outcome: 'undelivered', reason: 'UNDELIV 001: absent subscriber' },
};

const sum = (counts: Count[], isTotal: boolean) =>
  counts
    .filter(({ prefix }) => (prefix === '') === isTotal)
    .reduce((all, { count }) => all + count, 0);

test('equal outcomes in a minute become one count by carrier and one by prefix', () => {
  const counts = createCounts();
  expect(counts.isEmpty()).toBe(true);
  for (const at of [now - 59_000, now]) counts.add(delivered, at);
  counts.add(undelivered, now);
  const minute = Math.floor(now / 60_000);
  // 10 ms * 2 ** (28 / 4) is 1,280 ms, and bucket 29 begins at 1,522 ms.
  const first = { minute, carrier: 'first', outcome: 'delivered', latency_bucket: 28, code: '' };
  const second = { ...first, outcome: 'undelivered', latency_bucket: -1, code: 'UNDELIV 001' };
  expect(counts.list()).toEqual([
    { ...first, kind: 'message', prefix: '', count: 2 },
    { ...second, kind: 'otp', prefix: '', count: 1 },
    { ...first, kind: 'message', prefix: '9876', count: 2 },
    { ...second, kind: 'otp', prefix: '9876', count: 1 },
  ]);
});

test('counts different minutes, carriers, lanes, outcomes, codes and latencies separately', () => {
  const counts = createCounts();
  const others: [CountedOutcome, number][] = [
    [delivered, now],
    [delivered, now + 1],
    [{ ...delivered, carrier: 'second' }, now],
    [{ ...delivered, carrier: null }, now],
    [{ ...delivered, kind: 'otp' }, now],
    [{ ...delivered, latencyMs: 3_000 }, now],
    [{ ...delivered, latencyMs: null }, now],
    [undelivered, now],
    [{ ...undelivered, outcome: 'failed' }, now],
    [{ ...undelivered, reason: 'EXPIRED 003' }, now],
  ];
  for (const [outcome, at] of others) counts.add(outcome, at);
  expect(counts.list().filter(({ prefix }) => prefix === '')).toHaveLength(others.length);
});

test('numbers outside India have no prefix', () => {
  const counts = createCounts();
  for (const recipient of ['+12025550123', '+9198765432101', ''])
    counts.add({ ...delivered, recipient }, now);
  expect(counts.list()).toMatchObject([{ prefix: '', count: 3 }]);
});

test('beyond the limit, new prefixes are counted only in the totals, and known prefixes keep a count for each outcome', () => {
  const counts = createCounts({ totals: 100, prefixes: 4 });
  const to = (prefix: number, more: Partial<CountedOutcome> = {}) =>
    counts.add({ ...delivered, ...more, recipient: `+91${prefix}000000` }, now);
  for (let prefix = 9_000; prefix < 9_050; prefix++) to(prefix);
  for (let prefix = 9_000; prefix < 9_050; prefix++) to(prefix, { ...undelivered, recipient: '' });
  const list = counts.list();
  expect(sum(list, true)).toBe(100);
  const known = list.filter(({ prefix }) => prefix !== '');
  expect(known.map(({ prefix, outcome }) => `${prefix} ${outcome}`)).toEqual([
    ...['9000', '9001', '9002', '9003'].map((prefix) => `${prefix} delivered`),
    ...['9000', '9001', '9002', '9003'].map((prefix) => `${prefix} undelivered`),
  ]);
  // Further outcomes of known prefixes add counts, up to twice the limit.
  for (let i = 0; i < 50; i++) to(9_000, { ...undelivered, reason: `code ${i}` });
  expect(counts.list().filter(({ prefix }) => prefix !== '')).toHaveLength(8);
});

test('beyond the limit, totals are first counted without their codes; beyond twice the limit, outcomes are dropped and the number dropped is reported', () => {
  const counts = createCounts({ totals: 3, prefixes: 0 });
  for (let i = 0; i < 50; i++) counts.add({ ...undelivered, reason: `code ${i}` }, now);
  expect(counts.list().map(({ code, count }) => [code, count])).toEqual([
    ['code 0', 1],
    ['code 1', 1],
    ['code 2', 1],
    ['', 47],
  ]);
  expect(counts.dropped()).toBe(0);
  for (let i = 0; i < 50; i++) counts.add({ ...delivered, carrier: `carrier ${i}` }, now);
  expect(counts.list()).toHaveLength(6);
  expect(counts.dropped()).toBe(48);
  expect(sum(counts.list(), true)).toBe(52);
});
