import { percentile } from '#bench/statistics.ts';
import type { MemorySample } from '../stack/growth.ts';
import type { Product } from '../stack/product.ts';
import { runOpenLoop } from './run-open-loop.ts';
import type { Work } from './work.ts';

/** The measurements of one span of a soak test. */
export type Span = MemorySample & {
  /** Accepted single messages, and their latency in milliseconds from the planned start. */
  accepted: number;
  p50: number;
  p95: number;
  p99: number;
  /** Messages delivered by the end of the span, and still in the queue. */
  delivered: number;
  waiting: number;
};

const states = `
  SELECT count(*) FILTER (WHERE state = 'delivered')::int AS delivered,
    count(*) FILTER (WHERE state IN ('queued', 'submitting'))::int AS waiting
  FROM messages`;

/** Measures the requests of the mix per second with 50 callers that each wait for their response. */
export async function measureCapacity(work: Work, seconds: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - began < seconds * 1_000) {
      await work.next(performance.now());
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, caller));
  work.drainLatencies();
  return done / ((performance.now() - began) / 1_000);
}

/** Sends requests at a constant rate for a number of spans, and measures each. */
export async function runSoak(
  product: Product,
  work: Work,
  { perSecond, spans, spanSeconds }: { perSecond: number; spans: number; spanSeconds: number },
  onSpan: (span: Span) => void = () => undefined,
): Promise<Span[]> {
  const found: Span[] = [];
  for (let at = 1; at <= spans; at++) {
    await runOpenLoop({ perSecond, seconds: spanSeconds }, work.next);
    const latencies = work.drainLatencies();
    const [row] = await product.database.query<{ delivered: number; waiting: number }>(states);
    const span = {
      at,
      accepted: latencies.length,
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      p99: percentile(latencies, 0.99),
      delivered: row?.delivered ?? 0,
      waiting: row?.waiting ?? 0,
      web: await product.read('web'),
      worker: await product.read('worker'),
    };
    found.push(span);
    onSpan(span);
  }
  return found;
}

/** The last quarter's latency may be at most `times` that of the first plus `ms`. */
const maxRise = { times: 2, ms: 20 };

/** @returns a sentence if latency rises */
export function findRisingLatency(spans: Span[]): string[] {
  const quarter = Math.max(1, Math.floor(spans.length / 4));
  const p95 = (of: Span[]) =>
    percentile(
      of.map((span) => span.p95),
      0.5,
    );
  const [first, last] = [p95(spans.slice(0, quarter + 1)), p95(spans.slice(-quarter))];
  if (last <= first * maxRise.times + maxRise.ms) return [];
  return [`Latency rises: p95 from ${first.toFixed(0)} ms to ${last.toFixed(0)} ms.`];
}
