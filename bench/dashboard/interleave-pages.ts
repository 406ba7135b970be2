import { median } from '../statistics.ts';
import type { PageComparison } from '../table.ts';
import { open, type Page, type Subject } from './pages.ts';

/**
 * Opens each page as each of two users, many times, sequentially and in a new random order each time,
 * so that other work on the machine affects all of them equally.
 *
 * @param times `warmUp` rounds are not counted, until the JIT compiler has optimised the code
 * @returns the medians, and the errors found in pages
 */
export async function interleavePages(
  pages: readonly Page[],
  subjects: { few: Subject; many: Subject },
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<{ times: (PageComparison & Pick<Page, 'tab'>)[]; errors: string[] }> {
  const errors = new Set<string>();
  const measured = pages.map((page) => ({ page, few: [] as number[], many: [] as number[] }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const one of shuffled(measured)) {
      for (const who of shuffled(['few', 'many'] as const)) {
        const { ms, error } = await open(one.page, subjects[who]);
        if (error) errors.add(error);
        if (round >= 0) one[who].push(ms);
      }
    }
  }
  const times = measured.map(({ page: { tab, what }, few, many }) => ({
    tab,
    what,
    few: median(few),
    many: median(many),
  }));
  return { times, errors: [...errors] };
}

function shuffled<T>(list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T);
}
