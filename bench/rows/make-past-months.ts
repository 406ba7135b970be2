import {
  after,
  monthAt,
  partitioned,
  startOf,
  suffixOf,
} from '#domain/messaging/months/partitions.ts';
import { minIdAt } from '#platform/ids.ts';
import type { Dakiya } from '../stack/dakiya.ts';

/** Gives an installation that has no messages yet the tables of the months before this one, as if it had been running then. */
export async function makePastMonths({ database }: Dakiya, count: number): Promise<void> {
  const now = monthAt(Date.now());
  const boundOf = (offset: number) => `'${minIdAt('msg', startOf(after(now, offset)))}'`;
  for (const { table, fillFactor } of partitioned) {
    const [{ to } = { to: '' }] = await database.query<{ to: string }>(
      `SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \\((.*)\\)$') AS to
       FROM pg_class WHERE relname = $1`,
      [`${table}_first`],
    );
    await database.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_first`);
    for (let offset = -count; offset < 0; offset++) {
      await database.query(
        `CREATE TABLE ${table}_${suffixOf(after(now, offset))} PARTITION OF ${table}
         FOR VALUES FROM (${boundOf(offset)}) TO (${boundOf(offset + 1)}) WITH (fillfactor = ${fillFactor})`,
      );
    }
    await database.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (${boundOf(0)}) TO (${to})`,
    );
  }
}
