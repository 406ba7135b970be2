import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts work at a constant rate, without waiting for its result: slow responses do not reduce the load. Each
 * piece of work gets its planned start, so that a delayed start counts as latency.
 *
 * @param work must not reject
 * @returns when all started work has ended
 */
export async function runOpenLoop(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: (plannedMs: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const total = Math.round(perSecond * seconds);
  const running = new Set<Promise<void>>();
  for (let started = 0; started < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond) + 1);
    for (; started < due; started++) {
      const call = work(began + (started / perSecond) * 1_000).finally(() => running.delete(call));
      running.add(call);
    }
    await pause(2);
  }
  await Promise.all(running);
}
