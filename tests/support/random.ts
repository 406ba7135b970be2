import { inherited } from '#scripts/environment.ts';
import { deriveSeed } from '#trials/random.ts';

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
