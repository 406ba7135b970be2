import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { takeTokens } from '#platform/shared-rate.ts';
import type { Carrier, QueryOutcome } from '../carriers/contract.ts';
import { countWorkers } from '../queue/worker-heartbeat.ts';
import { claimOverdue, type OverdueSegment } from './claim-overdue.ts';
import { recordAnswer } from './receive-receipt.ts';

/** How often a worker looks whether receipts are overdue, in milliseconds. */
const everyMs = 1_000;

/** Between two looks that go over submits without overdue receipts, in milliseconds. */
const stepMs = 50;

/** How long a carrier is left alone that did not answer, or whose answers cannot be recorded, in milliseconds. */
const restMs = 60_000;

/** Statuses that are about the one message: ESME_RINVMSGID and ESME_RQUERYFAIL; 0 is an answer for another message. */
const ofTheMessage = new Set([0, 0x0c, 0x67]);

const queries = counter<'carrier' | 'outcome'>({
  name: 'dakiya_queries_total',
  help: 'Segments without a receipt that a carrier was asked about, by outcome.',
  labelNames: ['carrier', 'outcome'],
});

type Queries = NonNullable<Carrier['queries']>;

/**
 * Asks carriers that offer it for receipts that have not come, until it is stopped. The answers are recorded as receipts
 * are. Only what messages leave of the licensed rate is used, and never more than the carrier's queries may take.
 *
 * @param list the carriers at the time
 * @returns stops it
 */
export function startQueries(list: () => readonly Carrier[]): () => void {
  const stopping = new AbortController();
  const asking = new Set<string>();
  const restingUntil = new Map<string, number>();

  const rest = (name: string) => restingUntil.set(name, performance.now() + restMs);

  async function ask(carrier: Carrier, settings: Queries): Promise<void> {
    try {
      const problem = await askUntilNoneIsDue(carrier, settings, stopping.signal);
      if (!problem || stopping.signal.aborted) return;
      rest(carrier.name);
      logger.warn({ carrier: carrier.name, ...problem }, 'carrier does not respond to queries');
    } catch (error) {
      // PostgreSQL or Redis is unavailable: what was claimed is queried in the next round.
      rest(carrier.name);
      logger.warn(
        { error, carrier: carrier.name },
        'could not query a carrier about overdue receipts',
      );
    } finally {
      asking.delete(carrier.name);
    }
  }

  const timer = setInterval(() => {
    for (const carrier of list()) {
      const { name, queries: settings } = carrier;
      if (!settings || !carrier.usable() || asking.has(name)) continue;
      if (performance.now() < (restingUntil.get(name) ?? 0)) continue;
      asking.add(name);
      void ask(carrier, settings);
    }
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}

type Problem = { kind: QueryOutcome['kind']; status?: number };

/** @returns why the carrier is not asked any more for now, if it is not that nothing is overdue */
async function askUntilNoneIsDue(
  carrier: Carrier,
  { afterSeconds, perSecond }: Queries,
  signal: AbortSignal,
): Promise<Problem | null> {
  while (!signal.aborted && carrier.usable()) {
    const segments = await claimOverdue(carrier.name, afterSeconds, perSecond);
    if (!segments) return null;
    if (segments.length === 0) await pause(stepMs, undefined, { ref: false });
    for (const segment of segments) {
      await untilAllowed(carrier.name, perSecond, signal);
      const outcome = await carrier.query(segment, signal);
      await handle(carrier.name, segment, outcome);
      if (outcome.kind === 'not_sent') return null;
      if (outcome.kind === 'unanswered') return { kind: outcome.kind };
      if (outcome.kind === 'refused' && !ofTheMessage.has(outcome.status)) return outcome;
    }
  }
  return null;
}

/** Waits until all workers together have asked no more than they may. @throws while Redis is down */
async function untilAllowed(carrier: string, perSecond: number, signal: AbortSignal) {
  const key = `carrier:${carrier}:queries`;
  const one = { burst: 1, want: 1, keep: 0, cut: false };
  while (!signal.aborted) {
    const { granted, waitMs } = await takeTokens({
      ...{ key, perSecond, processes: countWorkers() },
      ...one,
    });
    if (granted > 0) return;
    await pause(Math.max(1, waitMs), undefined, { ref: false });
  }
}

async function handle(
  carrier: string,
  segment: OverdueSegment,
  outcome: QueryOutcome,
): Promise<void> {
  if (outcome.kind === 'not_sent') return;
  queries.inc({ carrier, outcome: outcome.kind === 'answered' ? outcome.state : outcome.kind });
  if (outcome.kind !== 'answered') return;
  const { kind, ...answer } = outcome;
  await recordAnswer({
    ...{ carrier, carrierMessageId: segment.carrierMessageId, ...answer },
    recipient: segment.recipient.slice(1),
    // So that it settles this segment, whatever others have its id.
    reference: segment.reference,
  });
}
