import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from '../root.ts';

/** The files that take longest, as `npm test` prints them. The first ones keep both cores busy. */
const slowest = [
  'tests/trials/chaos.test.ts',
  'tests/payments/at-random.test.ts',
  'tests/many/rolling.test.ts',
  'tests/trials/fuzz.test.ts',
  'tests/e2e/accessible-screens.test.ts',
  'tests/trials/soak.test.ts',
  'tests/worker/outages.test.ts',
  'tests/worker/delivery.test.ts',
].map((path) => join(root, path));

/** How many other files run between two of them: as long as the slowest takes. */
const apart = 40;

/**
 * Spreads the slowest files over the run, in a clean clone too, where Vitest knows no durations: none of them shall be
 * the last one, and two that keep both cores busy would exceed each other's time limits.
 */
export class SlowestApart extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lost = slowest.filter((path) => !existsSync(path));
    if (lost.length > 0)
      throw new Error(`scripts/testing/slowest-apart.ts names ${lost.join(', ')}`);
    const place = ({ moduleId }: TestSpecification) => slowest.indexOf(moduleId);
    const sorted = await super.sort(files);
    const others = sorted.filter((file) => place(file) < 0);
    const slow = sorted
      .filter((file) => place(file) >= 0)
      .toSorted((one, other) => place(one) - place(other));
    return [
      ...slow.flatMap((file, at) => [file, ...others.slice(at * apart, (at + 1) * apart)]),
      ...others.slice(slow.length * apart),
    ];
  }
}
