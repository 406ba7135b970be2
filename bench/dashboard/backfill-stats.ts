import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/root.ts';
import type { Dakiya } from '../stack/dakiya.ts';

const migration = 'prisma/migrations/20261120192238_daily_figures/migration.sql';

/**
 * Counts the figures of what was written past the product as the migration does for what was there
 * before it, and lets the planner know what there is.
 */
export async function backfillStats({ database }: Dakiya): Promise<void> {
  const [, byHand = ''] = (await readFile(join(root, migration), 'utf8')).split('-- By hand: ');
  await database.query(`-- ${byHand}`);
  await database.query('VACUUM ANALYZE');
}
