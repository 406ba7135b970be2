import { query } from '#platform/db.ts';

const statement = `SELECT id FROM usage_periods WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED`;

/** Which of these usage months another transaction has locked, or do not exist. It waits for no lock. */
export async function findLockedMonths(periodIds: string[]): Promise<Set<string>> {
  const free = await query<{ id: string }>('find-free-months', statement, [periodIds]);
  const locked = new Set(periodIds);
  for (const { id } of free) locked.delete(id);
  return locked;
}
