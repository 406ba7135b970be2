import { indiaHourSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { query } from '#platform/db.ts';

/** How long counts are kept by minute, in hours. */
export const minutesKeptHours = { carrier: 8 * 24, prefix: 2 };

/** How long counts are kept, in days. */
const keptDays = { carrier: 400, prefix: 31 };

/** How many rows a statement moves. */
const batchSize = 10_000;

const columnsOf = {
  delivery_stats: 'carrier, kind, outcome, latency_bucket, code',
  delivery_prefix_stats: 'carrier, prefix, outcome, latency_bucket, code',
};

/**
 * A statement that adds old minutes to the row of their hour, whose time is the hour's first minute. Deleting and adding is
 * atomic, so each count is always in one row. Parallel workers move different minutes, and update the rows of hours in the
 * same order. The statement reads only the three days before the limit; older minutes stay as they are.
 */
const rollUpSql = (table: keyof typeof columnsOf, minutesHours: number) => `
  WITH old AS (
    SELECT ${indiaHourSql(`now() - interval '${minutesHours} hours'`)} AS until
  ),
  moved AS (
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT s.ctid FROM ${table} AS s, old
      WHERE begins_at >= until - interval '3 days' AND begins_at < until AND begins_at <> ${indiaHourSql('begins_at')}
      LIMIT $1 FOR UPDATE OF s SKIP LOCKED))
    RETURNING ${indiaHourSql('begins_at')} AS begins_at, ${columnsOf[table]}, count
  ),
  rolled_up AS (
    INSERT INTO ${table} AS s (begins_at, ${columnsOf[table]}, count)
    SELECT begins_at, ${columnsOf[table]}, sum(count) FROM moved
    GROUP BY begins_at, ${columnsOf[table]} ORDER BY begins_at, ${columnsOf[table]}
    ON CONFLICT (begins_at, ${columnsOf[table]}) DO UPDATE SET count = s.count + excluded.count
  )
  SELECT count(*)::int AS moved FROM moved`;

const rollUps = {
  'roll-up-delivery-stats': rollUpSql('delivery_stats', minutesKeptHours.carrier),
  'roll-up-delivery-prefix-stats': rollUpSql('delivery_prefix_stats', minutesKeptHours.prefix),
};

/** Adds minutes past their retention to their hours. @returns how many rows it moved */
export async function rollUpDeliveryStats(): Promise<number> {
  let all = 0;
  for (const [name, statement] of Object.entries(rollUps)) {
    for (let moved = batchSize; moved === batchSize; all += moved) {
      const [row] = await query<{ moved: number }>(name, statement, [batchSize]);
      moved = row?.moved ?? 0;
    }
  }
  return all;
}

/** Flushes are remembered for a day. A worker repeats a flush for a much shorter time. */
const purge = `
  WITH carriers AS (
    DELETE FROM delivery_stats WHERE begins_at < now() - interval '${keptDays.carrier} days' RETURNING 1
  ),
  prefixes AS (
    DELETE FROM delivery_prefix_stats WHERE begins_at < now() - interval '${keptDays.prefix} days' RETURNING 1
  ),
  flushes AS (
    DELETE FROM delivery_stat_flushes WHERE at < now() - interval '1 day' RETURNING 1
  )
  SELECT (SELECT count(*) FROM carriers) + (SELECT count(*) FROM prefixes) + (SELECT count(*) FROM flushes) AS deleted`;

/** Deletes counts past their retention. @returns how many rows it deleted */
export async function purgeDeliveryStats(): Promise<number> {
  const [row] = await query<{ deleted: number }>('purge-delivery-stats', purge, []);
  return row?.deleted ?? 0;
}
