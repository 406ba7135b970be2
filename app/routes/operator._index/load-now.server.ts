import type { LoaderFunctionArgs } from '@remix-run/node';
import { layOutBars, layOutSparkline } from '#app/charts/lay-out.server.ts';
import { readQueueDepth } from '#domain/delivery/queue/queue-depth.ts';
import {
  type DeliveryStep,
  readDeliverySeries,
  readPrefixFigures,
  readThroughput,
  stepSeconds,
} from '#domain/delivery/stats/read-delivery-stats.ts';
import { readLastBackup } from '#domain/shared/backups/backups.ts';
import { formatStep } from '#domain/shared/format.browser.ts';
import { listProcesses } from '#domain/shared/processes/processes.ts';
import { clock } from '#platform/clock.browser.ts';
import { readDatabaseState } from '#platform/database-state.ts';
import { readRedisState } from '#platform/redis-health.ts';
import { type NowRange, nowRanges } from './now-ranges.ts';

const lengthMs = { '15m': 15 * 60_000, '24h': 24 * 3_600_000, '7d': 7 * 24 * 3_600_000 };
const stepOf = { '15m': 'minute', '24h': 'hour', '7d': 'day' } as const;

/** Loads the state of the installation, and the figures of a range that ends now. */
export async function loadNow(_: unknown, { request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const range: NowRange = nowRanges.find((one) => one === searchParams.get('range')) ?? '15m';
  const carrier = searchParams.get('carrier');
  const to = clock.now();
  const span = { from: new Date(to.getTime() - lengthMs[range]), to };
  const step = stepOf[range];
  const [throughput, lanes, { carriers, steps }, prefixes, processes, database, redis, backup] =
    await Promise.all([
      readThroughput(),
      readQueueDepth(),
      readDeliverySeries(span, step),
      carrier === null ? null : readPrefixFigures(carrier, span, step),
      listProcesses(),
      readDatabaseState(),
      readRedisState(),
      readLastBackup(),
    ]);
  return {
    ...{ range, step, readAt: to, throughput, lanes, database, redis, backup, steps, processes },
    carriers: carriers.map(({ codes: _codes, ...figures }) => figures),
    ofCarrier: carrier === null || prefixes === null ? null : { carrier, prefixes },
    codes: sumCodes(carriers.flatMap(({ codes }) => codes)),
    bars: layOutBars(
      steps.map(({ at, submitted, delivered, failed }) => ({
        ...{ from: at, to: new Date(at.getTime() + stepSeconds[step] * 1_000) },
        name: formatStep(at, step === 'day' ? 'day' : 'hour', 'long'),
        counts: { accepted: submitted, delivered, failed },
      })),
    ),
    trends: trendsOf(steps),
  };
}

export type NowView = Awaited<ReturnType<typeof loadNow>>;

const trendsOf = (steps: DeliveryStep[]) => ({
  rate: layOutSparkline(steps.map(({ rate }) => rate)),
  p50: layOutSparkline(steps.map(({ p50 }) => p50)),
  p99: layOutSparkline(steps.map(({ p99 }) => p99)),
});

/** The maximum number of listed codes. The most frequent codes of all carriers are listed. */
const listedCodes = 20;

/** Adds up the codes of all carriers, the most frequent first. */
function sumCodes(codes: { code: string; count: number }[]) {
  const counts = new Map<string, number>();
  for (const { code, count } of codes) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, listedCodes);
}
