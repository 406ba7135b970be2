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

/** How many future months have tables: workers may be down for so long before messages are refused. */
const monthsAhead = 3;

/**
 * Creates missing tables of this month and the next three. A table is created separately and then attached, so that reads
 * and writes of the others continue.
 *
 * @returns how many tables it created
 */
export async function makeMonths(): Promise<number> {
  const existing = await listPartitions();
  const last = after(monthAt(databaseClock.now()), monthsAhead);
  if (missingMonths(existing, last).length === 0) return 0;
  return transaction(
    async (tx) => {
      // Another worker may have created them in the meantime. The timeout is short because other statements queue behind
      // one that waits for a lock.
      await tx.query(`SET LOCAL lock_timeout = '1s'`);
      const missing = missingMonths(await listPartitions(tx), last);
      for (const one of missing) await make(one, tx);
      return missing.length;
    },
    { lock: 'months of messages' },
  );
}

type Missing = (typeof partitioned)[number] & { month: Month };

/** The months of each table from the end of its last partition, so that there is no gap. */
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

/** How many milliseconds from now the tables cover; negative if messages are being refused. */
export async function coveredMs(): Promise<number> {
  const existing = await listPartitions();
  const ends = partitioned.map((of) =>
    Math.max(...existing.filter(({ table }) => table === of.table).map(({ to }) => to)),
  );
  return Math.min(...ends) - databaseClock.now();
}

const dayMs = 24 * 3_600_000;

/**
 * Finds other sessions that use a month, for example for a dump. A later run drops it then, so that no statement waits for
 * this one.
 */
const inUseSql = `
  SELECT FROM pg_locks WHERE relation = to_regclass($1) AND granted AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Tables that a process has detached, but not dropped before it ended. */
const detachedSql = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND NOT relispartition AND relname LIKE 'message%'
    AND obj_description(oid, 'pg_class') = '${detachedByUs}'`;

/**
 * Deletes the months whose messages are all past the retention of this installation; if archiving is required, only
 * archived ones. A month's table is detached, so that reads and writes of the others continue, and then dropped. A later
 * run handles tables that are in use.
 *
 * @returns how many tables it dropped
 */
export async function dropMonths(): Promise<number> {
  const partitions = await listPartitions();
  // PostgreSQL detaches only one partition of a table at a time. A detach that an operator has begun is left to the
  // operator.
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

/** A comment on the table marks it for dropping, so that another process can do so if this one ends. */
const mark = ({ name }: Partition) =>
  attempt(name, `COMMENT ON TABLE ${name} IS '${detachedByUs}'`);

const detach = ({ table, name }: Partition, how: 'CONCURRENTLY' | 'FINALIZE') =>
  attempt(name, `ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`);

/** @returns whether the statement succeeded; if not, another session uses the month */
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
