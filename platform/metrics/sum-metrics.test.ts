import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetricsSum } from './sum-metrics.ts';

/** A process with a counter, a histogram and two gauges. */
function aProcess() {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({ name: 'calls', help: 'h', labelNames: ['kind'], registers });
  const times = new Histogram({ name: 'times', help: 'h', buckets: [1], registers });
  const open = new Gauge({ name: 'open', help: 'h', registers });
  const queued = new Gauge({ name: 'queued', help: 'h', aggregator: 'max', registers });
  return { calls, times, open, queued, read: () => registry.getMetricsAsJSON() };
}

async function lines(sum: ReturnType<typeof createMetricsSum>) {
  const text = await sum.toText([]);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('sums counters, histograms and gauges by their labels, and takes the maximum where a gauge says so', async () => {
  const [one, other] = [aProcess(), aProcess()];
  one.calls.inc({ kind: 'a' }, 2);
  other.calls.inc({ kind: 'a' }, 3);
  other.calls.inc({ kind: 'b' }, 1);
  one.times.observe(0.5);
  other.times.observe(2);
  one.open.set(4);
  other.open.set(5);
  one.queued.set(7);
  other.queued.set(6);
  const sum = createMetricsSum();
  sum.set(0, await one.read());
  sum.set(1, await other.read());

  expect(await lines(sum)).toEqual([
    'calls{kind="a"} 5',
    'calls{kind="b"} 1',
    'times_bucket{le="1"} 1',
    'times_bucket{le="+Inf"} 2',
    'times_sum 2.5',
    'times_count 2',
    'open 9',
    'queued 7',
  ]);
});

test('when a process ends or does not answer, no counter falls, and the gauges of the process no longer count', async () => {
  const [one, other] = [aProcess(), aProcess()];
  for (const { calls, times, open } of [one, other]) {
    calls.inc({ kind: 'a' }, 10);
    times.observe(0.5);
    open.set(1);
  }
  const sum = createMetricsSum();
  sum.set(0, await one.read());
  sum.set(1, await other.read());
  sum.set(1, null);
  expect(await lines(sum)).toContain('calls{kind="a"} 20');
  expect(await lines(sum)).toContain('open 1');

  sum.end(1);
  const replacement = aProcess();
  replacement.calls.inc({ kind: 'a' }, 1);
  sum.set(1, await replacement.read());
  sum.end(1);
  sum.end(0);
  expect(await lines(sum)).toEqual([
    'calls{kind="a"} 21',
    'times_bucket{le="1"} 2',
    'times_bucket{le="+Inf"} 2',
    'times_sum 1',
    'times_count 2',
  ]);
});
