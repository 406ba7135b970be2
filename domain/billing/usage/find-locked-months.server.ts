import { query } from '#platform/db.server.ts';

const statement = `SELECT id FROM usage_periods WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED`;

/** Which of these usage months somebody holds locked at this moment, or are not there. It waits for none of them. */
export async function findLockedMonths(periodIds: string[]): Promise<Set<string>> {
  const free = await query<{ id: string }>('find-free-months', statement, [periodIds]);
  const locked = new Set(periodIds);
  for (const { id } of free) locked.delete(id);
  return locked;
}
