import { databaseClock } from '#platform/database-clock.ts';
import { prisma, query, runAlone } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { suffixIn } from './month.ts';
import { listPartitions, type Partition, partitioned } from './partitions.server.ts';
import { retentionSettings } from './settings.server.ts';

const dayMs = 24 * 3_600_000;

/** How long PostgreSQL may wait for the transactions that use a month, in milliseconds. What is interrupted goes on later. */
const detachMs = 30_000;

/**
 * Tables of months that are no partitions any more: the process that detached them ended before it dropped them. Only
 * this file detaches any.
 */
const leftSql = `
  SELECT t.relname AS name FROM pg_class AS t
  JOIN pg_class AS parent ON parent.oid = to_regclass($1) AND parent.relnamespace = t.relnamespace
  WHERE t.relkind = 'r' AND NOT t.relispartition AND t.relname ~ ('^' || $1 || '_(first|[0-9]{4}_[0-9]{2})$')`;

/**
 * Deletes the months whose messages are all past the retention of this installation; if it wants them archived, those that
 * are. A month's table is detached, which lets reads and writes of the others go on, and dropped.
 *
 * @returns how many tables it dropped
 */
export async function dropMonths(): Promise<number> {
  // PostgreSQL detaches no other meanwhile.
  for (const one of await listPartitions()) if (one.isDetaching) await detach(one, 'FINALIZE');
  const before = databaseClock.now() - retentionSettings.MESSAGE_RETENTION_DAYS * dayMs;
  const over = (await listPartitions()).filter(({ to }) => to <= before);
  const due = await keepUnarchived(over);
  for (const one of due) await detach(one, 'CONCURRENTLY');
  let dropped = 0;
  for (const { table } of partitioned) {
    for (const { name } of await query<{ name: string }>('months-left', leftSql, [table])) {
      await runAlone(`DROP TABLE "${name}"`, detachMs);
      logger.info({ name }, 'table of a month dropped');
      dropped += 1;
    }
  }
  return dropped;
}

async function keepUnarchived(over: Partition[]): Promise<Partition[]> {
  if (retentionSettings.MESSAGE_ARCHIVE === 'optional' || over.length === 0) return over;
  const archived = await prisma.archivedMonth.findMany({ select: { month: true } });
  const months = new Set(archived.map(({ month }) => month));
  return over.filter((partition) => months.has(suffixIn(partition)));
}

async function detach({ table, name }: Partition, how: 'CONCURRENTLY' | 'FINALIZE'): Promise<void> {
  await runAlone(`ALTER TABLE "${table}" DETACH PARTITION "${name}" ${how}`, detachMs);
}
