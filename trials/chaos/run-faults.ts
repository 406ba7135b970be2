import { setTimeout as pause } from 'node:timers/promises';
import { acts } from './faults.ts';
import type { Fault } from './plan.ts';
import type { ChaosStack } from './stack.ts';

/** So many faults overlap at most. */
const maxOverlap = 5;

type Options = {
  /** Receives a line when a fault begins and when it is mended. */
  log: (line: string) => void;
  /** Ends the run before the next fault. */
  isOver?: () => boolean;
};

/**
 * Lets faults happen one after another, which overlap.
 *
 * @returns how many of each kind, once all are mended
 * @throws the error of a fault that could not be carried out or mended
 */
export async function runFaults(
  stack: ChaosStack,
  faults: Fault[],
  { log, isOver = () => false }: Options,
): Promise<Map<string, number>> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(2).padStart(7);
  const counts = new Map<string, number>();
  /** The last fault of each target. */
  const last = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();

  async function carryOut(fault: Fault, before: Promise<void> | undefined): Promise<void> {
    await before;
    const { kind, target, no, lastsMs } = fault;
    const detail = await acts[kind].begin(stack, fault);
    const name = `${String(no).padStart(4)} ${kind}: ${target}`;
    log(`${seconds()} s ${name}${typeof detail === 'string' ? ` ${detail}` : ''}`);
    await pause(lastsMs);
    await acts[kind].end(stack, fault);
    log(`${seconds()} s ${name} is over`);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  for (const fault of faults) {
    if (isOver()) break;
    await pause(fault.afterMs);
    while (running.size >= maxOverlap) await Promise.race(running);
    const work = carryOut(fault, last.get(fault.target));
    last.set(fault.target, work);
    running.add(work);
    // A failed one stays, so that the next race or the end reports it.
    void work.then(
      () => running.delete(work),
      () => undefined,
    );
  }
  await Promise.all(running);
  return counts;
}
