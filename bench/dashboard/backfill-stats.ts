import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/root.ts';
import type { Dakiya } from '../stack/dakiya.ts';

const migration = 'prisma/migrations/20261120192238_daily_figures/migration.sql';

/**
 * Calculates the daily statistics of inserted messages with the migration's own statement for
 * existing messages, then runs VACUUM ANALYZE for the query planner.
 */
export async function backfillStats({ database }: Dakiya): Promise<void> {
  const [, backfill = ''] = (await readFile(join(root, migration), 'utf8')).split('-- By hand: ');
  await database.query(`-- ${backfill}`);
  await database.query('VACUUM ANALYZE');
}
