import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Judged,
  judgeFailures,
  judgeLag,
  judgeNext,
  type Level,
  splitByDay,
  stateOfDay,
  uptimePercent,
} from './judge.ts';

const calm: Judged = { state: 'operational', candidate: null, candidateCount: 0 };

const after = (measured: Level[], from: Judged = calm) => measured.reduce(judgeNext, from);

test.each([
  [0, 0, 'operational'],
  [4, 4, 'operational'],
  [5, 5, 'major_outage'],
  [19, 18, 'operational'],
  [100, 4, 'operational'],
  [100, 5, 'degraded_performance'],
  [100, 20, 'partial_outage'],
  [100, 50, 'major_outage'],
] as const)('judges %d answers with %d failures as %s', (total, failed, level) => {
  expect(judgeFailures({ total, failed })).toBe(level);
});

test('judges a wait by the limits of its queue', () => {
  const limits = [15, 60, 300] as const;
  expect([0, 14, 15, 60, 299, 300].map((seconds) => judgeLag(seconds, limits))).toEqual([
    ...['operational', 'operational', 'degraded_performance', 'partial_outage', 'partial_outage'],
    'major_outage',
  ]);
});

test('a single bad measurement changes no state, and two bad measurements in a row change it to the better of the two measured states', () => {
  expect(after(['major_outage', 'operational', 'major_outage']).state).toBe('operational');
  expect(after(['major_outage', 'degraded_performance']).state).toBe('degraded_performance');
  expect(after(['major_outage', 'major_outage']).state).toBe('major_outage');
});

test('after five better measurements in a row, a state improves to the worst of these five measurements', () => {
  const out = after(['major_outage', 'major_outage']);
  const better: Level[] = ['operational', 'operational', 'partial_outage', 'operational'];
  expect(after(better, out).state).toBe('major_outage');
  expect(after([...better, 'operational'], out).state).toBe('partial_outage');
  expect(after([...better, 'major_outage', 'operational'], out).state).toBe('major_outage');
});

test('any measurements lead to a state that was measured', () => {
  const level = fc.constantFrom<Level>(
    ...(['operational', 'degraded_performance', 'partial_outage', 'major_outage'] as const),
  );
  fc.assert(
    fc.property(fc.array(level), (measured) => {
      const { state } = after(measured);
      expect(state === 'operational' || measured.includes(state)).toBe(true);
    }),
  );
});

test('splits an outage over midnight in India by days', () => {
  const from = Date.parse('2026-11-20T23:00:00+05:30');
  expect(splitByDay(from, from + 3 * 3_600_000)).toEqual([
    { day: '2026-11-20', seconds: 3_600 },
    { day: '2026-11-21', seconds: 7_200 },
  ]);
  expect(splitByDay(from, from)).toEqual([]);
  expect(splitByDay(0, from).length).toBeLessThanOrEqual(91);
});

test('uptime counts a partial outage with 30% of its time, and is never rounded up to 100%', () => {
  const day = { measured: 86_400, degraded: 0, partial: 0, major: 0, maintenance: 0 };
  expect(uptimePercent([])).toBeNull();
  expect(uptimePercent([day])).toBe(100);
  expect(uptimePercent([{ ...day, major: 1 }])).toBe(99.99);
  expect(uptimePercent([{ ...day, major: 43_200 }])).toBe(50);
  expect(uptimePercent([{ ...day, partial: 86_400, degraded: 600 }])).toBe(70);
});

test('the bar of a day shows the worst state that lasted for a minute', () => {
  const day = { measured: 86_400, degraded: 600, partial: 59, major: 0, maintenance: 900 };
  expect(stateOfDay(undefined)).toBeNull();
  expect(stateOfDay({ ...day, measured: 0 })).toBeNull();
  expect(stateOfDay(day)).toBe('degraded_performance');
  expect(stateOfDay({ ...day, partial: 60 })).toBe('partial_outage');
  expect(stateOfDay({ ...day, degraded: 0 })).toBe('under_maintenance');
});
