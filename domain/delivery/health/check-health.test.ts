import { expect, test } from 'vitest';
import {
  type CarrierCounts,
  findProblem,
  hasRecovered,
  limitOfAccount,
  outAtMostMs,
} from './check-health.ts';

const well: CarrierCounts = {
  submits: 1_000,
  failures: 20,
  settled: 900,
  delivered: 850,
  late: 30,
};

test('a carrier that is healthy, or has only small counts, has no problem', () => {
  expect(findProblem(well)).toBeNull();
  expect(findProblem({ ...well, submits: 49, failures: 49, settled: 99, delivered: 0 })).toBeNull();
});

test.each<[Partial<CarrierCounts>, string]>([
  [{ failures: 501 }, '50 % of 1000 submits failed'],
  [{ delivered: 269 }, '30 % of 900 messages were delivered'],
  [{ late: 451 }, '50 % of 900 receipts took more than two minutes'],
])('reports the counts %j as the problem: %s', (counts, problem) => {
  expect(findProblem({ ...well, ...counts })).toBe(problem);
});

test.each<Partial<CarrierCounts>>([{ failures: 500 }, { delivered: 270 }, { late: 450 }])(
  'accepts the counts %j, which are just within the limits',
  (counts) => {
    expect(findProblem({ ...well, ...counts })).toBeNull();
  },
);

test('a problem needs at least 50 submits or 100 settled messages', () => {
  expect(findProblem({ ...well, submits: 50, failures: 26 })).toContain('52 %');
  expect(findProblem({ ...well, settled: 100, delivered: 29 })).toContain('29 %');
});

test('a carrier recovers with at most 20% failures, at least 50% delivered and at most 30% late', () => {
  const probes = { submits: 20, failures: 4, settled: 10, delivered: 5, late: 3 };
  expect(hasRecovered(probes, 1_000)).toBe(true);
});

test('a carrier recovers when enough probes succeeded, and in any case after 15 minutes', () => {
  const probes = { submits: 20, failures: 1, settled: 10, delivered: 8, late: 0 };
  expect(hasRecovered(probes, 1_000)).toBe(true);
  for (const worse of [
    { submits: 19 },
    { failures: 5 },
    { settled: 9 },
    { delivered: 4 },
    { late: 4 },
  ]) {
    expect(hasRecovered({ ...probes, ...worse }, 1_000)).toBe(false);
    expect(hasRecovered({ ...probes, ...worse }, outAtMostMs)).toBe(true);
  }
});

test('the messages that up to 45 workers count for one account in 15 minutes are too few to make a carrier unhealthy', () => {
  for (let workers = 1; workers <= 45; workers += 1) {
    const { messages, periodMs } = limitOfAccount(workers);
    const periods = Math.ceil((15 * 60_000) / periodMs) + 1;
    expect(workers * messages * periods, `${workers} workers`).toBeLessThan(100);
  }
});
