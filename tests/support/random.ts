import { createHash } from 'node:crypto';
import { inherited } from '#scripts/environment.ts';

/**
 * The seed of every random test. `npm test` chooses it, and prints it after a failure. `SEED` sets it, which repeats the
 * same cases.
 */
export const seed = Number(inherited.SEED ?? 1);

/**
 * Creates a sequence of pseudorandom numbers, the same for the same seed.
 *
 * @param part names the code that uses the numbers. Code that runs concurrently needs separate sequences, which do not
 *   depend on the order in which the code runs
 */
export function createRandom(...part: (string | number)[]) {
  let state = deriveSeed(seed, ...part);
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    /** The next number, at least 0 and below 1. */
    next,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

/** Derives the 32-bit seed of a part of a run. */
export const deriveSeed = (seed: number, ...part: (string | number)[]): number =>
  createHash('sha256')
    .update(JSON.stringify([seed, ...part]))
    .digest()
    .readInt32BE();

/** A pseudorandom number derived from the seed and `part`: at least 0 and below 1. */
export const fraction = (seed: number, ...part: (string | number)[]): number =>
  (deriveSeed(seed, ...part) >>> 0) / 2 ** 32;

/** Shuffles; the same seed gives the same order. */
export const shuffled = <T>(things: readonly T[], seed: number): T[] =>
  things
    .map((thing, i) => ({ thing, place: deriveSeed(seed, i) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
