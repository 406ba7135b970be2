import { createHash } from 'node:crypto';
import { inherited } from '#scripts/environment.ts';

/**
 * What every random test is made of. `npm test` picks it, prints it when something fails, and takes it from `SEED`,
 * so that the same cases are tried again.
 */
export const seed = Number(inherited.SEED ?? 1);

/**
 * Numbers that look random, and are the same again with the same seed.
 *
 * @param part names who takes them: what runs side by side needs numbers of its own, whoever comes first
 */
export function createRandom(...part: (string | number)[]) {
  let state = deriveSeed(seed, ...part);
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    /** At least 0, and below 1. */
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

/** A number from 0 to 1, without 1, that belongs to a part of a run. */
export const fraction = (seed: number, ...part: (string | number)[]): number =>
  (deriveSeed(seed, ...part) >>> 0) / 2 ** 32;

/** Shuffles; the same seed gives the same order. */
export const shuffled = <T>(things: readonly T[], seed: number): T[] =>
  things
    .map((thing, i) => ({ thing, place: deriveSeed(seed, i) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
