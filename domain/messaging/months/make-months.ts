import { databaseClock } from '#platform/database-clock.ts';
import { type Transaction, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { after, type Month, monthAt, startOf, suffixOf } from './month.ts';
import { listPartitions, partitioned } from './partitions.ts';

/** How many months after this one have their tables: so long workers may be away before messages are refused. */
const monthsAhead = 3;

/**
 * Makes the tables of this month and the next three that are missing. A table is made by itself and then attached,
 * which lets reads and writes of the others go on.
 *
 * @returns how many tables it made
 */
export async function makeMonths(): Promise<number> {
  const existing = await listPartitions();
  const last = after(monthAt(databaseClock.now()), monthsAhead);
  if (missingMonths(existing, last).length === 0) return 0;
  return transaction(
    async (tx) => {
      // Another worker may have made them meanwhile. Statements that come later wait behind one that waits for a lock.
      await tx.query(`SET LOCAL lock_timeout = '1s'`);
      const missing = missingMonths(await listPartitions(tx), last);
      for (const one of missing) await make(one, tx);
      return missing.length;
    },
    { lock: 'months of messages' },
  );
}

type Missing = (typeof partitioned)[number] & { month: Month };

/** Each table's months from the end of its last partition on, so that there is no gap between them. */
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

/** For how many milliseconds from now on there are tables; negative if messages are refused. */
export async function coveredMs(): Promise<number> {
  const existing = await listPartitions();
  const ends = partitioned.map((of) =>
    Math.max(...existing.filter(({ table }) => table === of.table).map(({ to }) => to)),
  );
  return Math.min(...ends) - databaseClock.now();
}
