import { databaseClock } from '#platform/database-clock.ts';
import { isTimeLimit } from '#platform/database-errors.ts';
import { prisma, query, runAlone, type Transaction, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import {
  after,
  detachedByUs,
  listPartitions,
  type Month,
  monthAt,
  type Partition,
  partitioned,
  startOf,
  suffixIn,
  suffixOf,
} from './partitions.ts';
import { retentionSettings } from './settings.ts';

/**
 * The number of future months for which tables are created. If no worker runs for this many months, messages are rejected
 * because a table is missing.
 */
const monthsAhead = 3;

/**
 * Creates missing tables of this month and the next three. It creates each table separately and then attaches it, so that
 * other statements can use the existing tables at the same time.
 *
 * @returns how many tables it created
 */
export async function makeMonths(): Promise<number> {
  const existing = await listPartitions();
  const last = after(monthAt(databaseClock.now()), monthsAhead);
  if (missingMonths(existing, last).length === 0) return 0;
  return transaction(
    async (tx) => {
      // Lists the partitions again, because another worker may have created tables in the meantime. The lock timeout is
      // short, because other statements queue up behind a waiting lock.
      await tx.query(`SET LOCAL lock_timeout = '1s'`);
      const missing = missingMonths(await listPartitions(tx), last);
      for (const one of missing) await make(one, tx);
      return missing.length;
    },
    { lock: 'months of messages' },
  );
}

type Missing = (typeof partitioned)[number] & { month: Month };

/** Lists the months without tables. It begins at the end of each table's last partition, so that there is no gap. */
function missingMonths(existing: { table: string; to: number }[], last: Month): Missing[] {
  return partitioned.flatMap((of) => {
    const ends = existing.filter(({ table }) => table === of.table).map(({ to }) => to);
    const missing: Missing[] = [];
    let month = monthAt(Math.max(...ends));
    while (startOf(month) <= startOf(last)) {
      missing.push({ ...of, month });
      month = after(month, 1);
    }
    return missing;
  });
}

async function make({ table, fillFactor, month }: Missing, tx: Transaction): Promise<void> {
  const name = `${table}_${suffixOf(month)}`;
  const [from, to] = [month, after(month, 1)].map((one) => minIdAt('msg', startOf(one)));
  await tx.query(
    `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL) WITH (fillfactor = ${fillFactor})`,
  );
  await tx.query(
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
  tx.afterCommit(() => logger.info({ name }, 'created the table of a month'));
}

/** Returns the time until the existing tables end, in milliseconds. If negative, messages are being rejected. */
export async function coveredMs(): Promise<number> {
  const existing = await listPartitions();
  const ends = partitioned.map((of) =>
    Math.max(...existing.filter(({ table }) => table === of.table).map(({ to }) => to)),
  );
  return Math.min(...ends) - databaseClock.now();
}

const dayMs = 24 * 3_600_000;

/**
 * Finds other sessions that use a month, for example for a dump. If there are any, a later run drops the month, because
 * a DROP that waits for a lock would block the statements of all sessions.
 */
const inUseSql = `
  SELECT FROM pg_locks WHERE relation = to_regclass($1) AND granted AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Finds tables that this or an earlier process has detached, and that must be dropped. */
const detachedSql = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND NOT relispartition AND relname LIKE 'message%'
    AND obj_description(oid, 'pg_class') = '${detachedByUs}'`;

/**
 * Deletes the months whose messages are all past the retention of this installation. If `MESSAGE_ARCHIVE` is `required`, it
 * deletes only archived months. Detaches each table before dropping it, so that other statements can use the other tables at
 * the same time. A later run handles tables that are in use.
 *
 * @returns how many tables it dropped
 */
export async function dropMonths(): Promise<number> {
  const partitions = await listPartitions();
  // PostgreSQL detaches only one partition of a table at a time. If an operator has begun a detach, the operator must
  // finish it.
  const busy = new Set<string>();
  for (const one of partitions.filter(({ isDetaching }) => isDetaching)) {
    if (!one.isOurs || !(await detach(one, 'FINALIZE'))) busy.add(one.table);
  }
  const before = databaseClock.now() - retentionSettings.MESSAGE_RETENTION_DAYS * dayMs;
  const over = partitions.filter(({ to, isDetaching }) => to <= before && !isDetaching);
  for (const one of await keepUnarchived(over)) {
    const isDone = !busy.has(one.table) && (await mark(one)) && (await detach(one, 'CONCURRENTLY'));
    if (!isDone) busy.add(one.table);
  }
  let dropped = 0;
  for (const { name } of await query<{ name: string }>('detached-months', detachedSql, [])) {
    if (await attempt(name, `DROP TABLE ${name}`)) dropped += 1;
  }
  return dropped;
}

async function keepUnarchived(over: Partition[]): Promise<Partition[]> {
  if (retentionSettings.MESSAGE_ARCHIVE === 'optional' || over.length === 0) return over;
  const archived = await prisma.archivedMonth.findMany({ select: { month: true } });
  const months = new Set(archived.map(({ month }) => month));
  return over.filter((partition) => months.has(suffixIn(partition)));
}

/** Marks a table for dropping by a comment on the table, so that another process can drop it if this process ends. */
const mark = ({ name }: Partition) =>
  attempt(name, `COMMENT ON TABLE ${name} IS '${detachedByUs}'`);

const detach = ({ table, name }: Partition, how: 'CONCURRENTLY' | 'FINALIZE') =>
  attempt(name, `ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`);

/** @returns false if another session uses the month */
async function attempt(name: string, statement: string): Promise<boolean> {
  if ((await query('month-in-use', inUseSql, [name])).length > 0) return false;
  try {
    await runAlone(statement);
    logger.info({ name, statement }, 'detached or dropped the table of a month');
    return true;
  } catch (error) {
    if (!isTimeLimit(error)) throw error;
    logger.warn({ error, name, statement }, 'table of a month is in use; will retry');
    return false;
  }
}
