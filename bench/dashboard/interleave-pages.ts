import { median } from '../statistics.ts';
import type { PageComparison } from '../table.ts';
import { open, type Page, type Subject } from './pages.ts';

/** Rounds that are not counted: for the compiler to find out what is hot. */
const warmUp = 20;

/**
 * Opens each page as each of two users, many times, one after the other and in a new order each time,
 * so that whatever else the machine does falls on all alike.
 *
 * @returns the medians, and what was wrong with pages
 */
export async function interleavePages(
  pages: readonly Page[],
  subjects: { few: Subject; many: Subject },
  rounds: number,
): Promise<{ times: (PageComparison & Pick<Page, 'tab'>)[]; faults: string[] }> {
  const faults = new Set<string>();
  const taken = pages.map((page) => ({ page, few: [] as number[], many: [] as number[] }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const one of shuffled(taken)) {
      for (const who of shuffled(['few', 'many'] as const)) {
        const { ms, fault } = await open(one.page, subjects[who]);
        if (fault) faults.add(fault);
        if (round >= 0) one[who].push(ms);
      }
    }
  }
  const times = taken.map(({ page: { tab, what }, few, many }) => ({
    tab,
    what,
    few: median(few),
    many: median(many),
  }));
  return { times, faults: [...faults] };
}

function shuffled<T>(list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T);
}
