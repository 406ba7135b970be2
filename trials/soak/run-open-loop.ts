import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts something at a constant rate, whatever becomes of it: who is slow to answer does not slow down those
 * who come. Each is told when it should have begun, so that waiting for its turn counts too.
 *
 * @param work never rejects
 * @returns when all that was started is over
 */
export async function runOpenLoop(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: (plannedMs: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const total = Math.round(perSecond * seconds);
  const under = new Set<Promise<void>>();
  for (let started = 0; started < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond) + 1);
    for (; started < due; started++) {
      const running = work(began + (started / perSecond) * 1_000).finally(() =>
        under.delete(running),
      );
      under.add(running);
    }
    await pause(2);
  }
  await Promise.all(under);
}
