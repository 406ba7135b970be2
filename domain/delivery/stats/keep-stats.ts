import { indiaHourSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { query } from '#platform/db.ts';

/** How long counts are kept, in days. Before they are deleted, counts by prefix are added up by hour, then by day. */
const keptDays = { minutes: 8, hours: 400, prefixes: 31 };

/** How many rows a statement moves. */
const batchSize = 10_000;

const columns = 'carrier, prefix, outcome, latency_bucket, code';

const indiaDaySql = (at: string) => `date_trunc('day', ${at}, 'Asia/Kolkata')`;

type RollUp = {
  /** How long the rows of the shorter span are kept. */
  kept: string;
  /** SQL of the start of the longer span that contains a time. */
  startOf: (at: string) => string;
  /** SQL of the code in the row of the longer span. */
  code: string;
};

/**
 * A statement that adds counts by prefix of past hours to the row of their hour or day. The time of this row is the
 * start of the hour or day. Deleting and adding is atomic, so each count is always in one row. Parallel workers move
 * different rows, and update the rows of the hours or days in the same order. The statement reads only the three days
 * before the limit; older rows stay as they are.
 */
const rollUpSql = ({ kept, startOf, code }: RollUp) => `
  WITH old AS (
    SELECT ${indiaHourSql(`now() - interval '${kept}'`)} AS until
  ),
  moved AS (
    DELETE FROM delivery_prefix_stats WHERE ctid = ANY (ARRAY(
      SELECT s.ctid FROM delivery_prefix_stats AS s, old
      WHERE begins_at >= until - interval '3 days' AND begins_at < until AND begins_at <> ${startOf('begins_at')}
      LIMIT $1 FOR UPDATE OF s SKIP LOCKED))
    RETURNING ${startOf('begins_at')} AS begins_at, carrier, prefix, outcome, latency_bucket, ${code} AS code, count
  ),
  rolled_up AS (
    INSERT INTO delivery_prefix_stats AS s (begins_at, ${columns}, count)
    SELECT begins_at, ${columns}, sum(count) FROM moved
    GROUP BY begins_at, ${columns} ORDER BY begins_at, ${columns}
    ON CONFLICT (begins_at, ${columns}) DO UPDATE SET count = s.count + excluded.count
  )
  SELECT count(*)::int AS moved FROM moved`;

/**
 * The console's page Now shows 15 minutes by minute, a day by hour and a week by day. The limits are longer than the page
 * needs, because the clocks of web servers and PostgreSQL may differ.
 */
const rollUps = {
  'roll-up-prefix-minutes': rollUpSql({ kept: '2 hours', startOf: indiaHourSql, code: 'code' }),
  'roll-up-prefix-hours': rollUpSql({ kept: '25 hours', startOf: indiaDaySql, code: `''` }),
};

/** Adds counts by prefix to their hours, and later to their days. @returns how many rows it moved */
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
  WITH minutes AS (
    DELETE FROM delivery_stats WHERE begins_at < now() - interval '${keptDays.minutes} days' RETURNING 1
  ),
  hours AS (
    DELETE FROM delivery_hour_stats WHERE begins_at < now() - interval '${keptDays.hours} days' RETURNING 1
  ),
  prefixes AS (
    DELETE FROM delivery_prefix_stats WHERE begins_at < now() - interval '${keptDays.prefixes} days' RETURNING 1
  ),
  flushes AS (
    DELETE FROM delivery_stat_flushes WHERE at < now() - interval '1 day' RETURNING 1
  )
  SELECT (SELECT count(*) FROM minutes) + (SELECT count(*) FROM hours) + (SELECT count(*) FROM prefixes)
    + (SELECT count(*) FROM flushes) AS deleted`;

/** Deletes counts past their retention. @returns how many rows it deleted */
export async function purgeDeliveryStats(): Promise<number> {
  const [row] = await query<{ deleted: number }>('purge-delivery-stats', purge, []);
  return row?.deleted ?? 0;
}
