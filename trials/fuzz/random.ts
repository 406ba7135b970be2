import { createHash } from 'node:crypto';

/** A seed of its own for a part of a run, 32 bits. */
export const deriveSeed = (seed: number, ...part: (string | number)[]): number =>
  createHash('sha256')
    .update(JSON.stringify([seed, ...part]))
    .digest()
    .readInt32BE();

/** The same things in another order, the same for the same seed. */
export const shuffled = <T>(things: T[], seed: number): T[] =>
  things
    .map((thing, i) => ({ thing, place: deriveSeed(seed, i) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
