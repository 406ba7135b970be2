import { createHash } from 'node:crypto';

/** Derives the 32-bit seed of a part of a run. */
export const deriveSeed = (seed: number, ...part: (string | number)[]): number =>
  createHash('sha256')
    .update(JSON.stringify([seed, ...part]))
    .digest()
    .readInt32BE();

/** Shuffles; the same seed gives the same order. */
export const shuffled = <T>(things: T[], seed: number): T[] =>
  things
    .map((thing, i) => ({ thing, place: deriveSeed(seed, i) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
