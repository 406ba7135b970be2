import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from '../root.ts';

/** The files that take longest, as `npm test` prints them, so that none of them is the last one in a clean clone. */
const slowest = [
  'tests/trials/chaos.test.ts',
  'tests/payments/at-random.test.ts',
  'tests/many/rolling.test.ts',
  'tests/e2e/accessible-screens.test.ts',
  'tests/trials/fuzz.test.ts',
  'tests/trials/soak.test.ts',
  'tests/worker/delivery.test.ts',
  'tests/worker/outages.test.ts',
  'tests/accepting/database-away.test.ts',
  'tests/accepting/database-errors.test.ts',
].map((path) => join(root, path));

/** The slowest files first, then the others in Vitest's order, which knows their durations from its last run. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lost = slowest.filter((path) => !existsSync(path));
    if (lost.length > 0)
      throw new Error(`scripts/testing/slowest-first.ts names ${lost.join(', ')}`);
    const place = ({ moduleId }: TestSpecification) => {
      const at = slowest.indexOf(moduleId);
      return at < 0 ? slowest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
