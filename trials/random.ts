import { createHash } from 'node:crypto';

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
export const shuffled = <T>(things: T[], seed: number): T[] =>
  things
    .map((thing, i) => ({ thing, place: deriveSeed(seed, i) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
