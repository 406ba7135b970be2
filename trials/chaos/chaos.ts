import { planFaults } from './plan.ts';
import { runFaults } from './run-faults.ts';
import { type LoadOptions, type TrialResult, underLoad } from './under-load.ts';

type Chaos = LoadOptions & {
  seed: number;
  faults: number;
  /** No fault begins after so many minutes. */
  minutes?: number | undefined;
};

/** `faults` is how many of each kind there were. */
export type ChaosResult = TrialResult & { faults: Map<string, number> };

/**
 * Lets random faults happen under load.
 *
 * @throws Error if the stack does not start, or a fault could not be mended
 */
export async function runChaos({ seed, faults, minutes, ...options }: Chaos): Promise<ChaosResult> {
  const { log } = options;
  const { value, ...result } = await underLoad(options, async ({ stack, startLoad }) => {
    const load = startLoad();
    const plan = planFaults(seed, faults).filter(
      ({ kind }) => kind !== 'disk full' || stack.postgres.disk,
    );
    const until = minutes ? performance.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
    const counts = await runFaults(stack, plan, { log, isOver: () => performance.now() > until });
    log('all faults are over; the callers end');
    await load.end();
    return counts;
  });
  return { ...result, faults: value };
}
