import { lastDaysInIndia, startOfDayInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { daysByHour, retentionDays } from './contract.ts';
import { latencyBucketSql } from './latency-buckets.ts';

/** Milliseconds from acceptance to the final state. */
const latencyMs = '1000 * extract(epoch FROM settled_at - created_at)::float8';

/** SQL expression: the category of a row of `messages`. */
export const categorySql = `CASE WHEN kind = 'otp' THEN 'otp' WHEN promotional THEN 'promotional' ELSE 'transactional' END`;

/** The dimensions by which accepted and settled messages are counted, besides their hour and key. */
const messageParts = {
  sender: 'sender',
  template_id: `coalesce(template_id, '')`,
  category: categorySql,
};

/**
 * Returns a CTE that counts each message of `source (user_id, livemode, created_at, key_id, sender, template_id, kind,
 * promotional)` as accepted.
 *
 * @param source the name of a CTE that inserted the messages
 */
export function addAcceptedStatsSql(source: string): string {
  return insert({ metric: ofMode(`'accepted'`), ...messageParts }, source);
}

/**
 * Returns a CTE that counts each OTP of `source (user_id, livemode, created_at, key_id)`. A verified OTP is counted with
 * the time from its creation until now.
 *
 * @param source the name of a CTE that inserted or updated the OTPs, with one row per OTP
 */
export function addOtpStatsSql(metric: 'otp_sent' | 'otp_verified', source: string): string {
  const sinceCreation = '1000 * extract(epoch FROM now() - created_at)::float8';
  const latency_bucket = metric === 'otp_sent' ? '0' : latencyBucketSql(sinceCreation);
  return insert({ metric: ofMode(`'${metric}'`), latency_bucket, category: `'otp'` }, source);
}

/**
 * Returns a CTE that counts the messages of `source` that reached a final state. Each message counts in the hour in which
 * it was accepted. `source` has the columns of `countedColumns` and `state`, `settled_at`, `reason` and `carrier`; `reason`
 * and `carrier` may be null.
 *
 * @param source the name of a CTE that updated messages; these messages must not have had a final state before, because
 *   they would be counted twice
 */
export function addSettledStatsSql(source: string): string {
  return insert(
    {
      metric: ofMode(`CASE state WHEN 'delivered' THEN 'delivered' ELSE 'failed' END`),
      latency_bucket: `CASE state WHEN 'delivered' THEN ${latencyBucketSql(latencyMs)} ELSE 0 END`,
      ...messageParts,
      carrier: `coalesce(carrier, '')`,
      code: `CASE state WHEN 'delivered' THEN '' ELSE ${reasonCodeSql('reason')} END`,
    },
    `${source} WHERE state IN ('delivered', 'undelivered', 'failed', 'expired')`,
  );
}

/** The columns of a row of `messages` that `addSettledStatsSql` counts by. */
export const countedColumns = (row: string) =>
  ['user_id', 'livemode', 'created_at', 'key_id', 'sender', 'template_id', 'kind', 'promotional']
    .map((column) => `${row}.${column}`)
    .join(', ');

/**
 * SQL expression: the code of a reason, which is the text before its first colon, for example `UNDELIV 001`.
 *
 * @param reason an SQL expression; NULL gives an empty string
 */
export const reasonCodeSql = (reason: string) =>
  `left(split_part(coalesce(${reason}, ''), ':', 1), 64)`;

/** The same code as `reasonCodeSql`. */
export const reasonCode = (reason: string | null) =>
  (reason ?? '').split(':', 1).join('').slice(0, 64);

/** SQL expression: the start of the hour in India that contains a time. */
export const indiaHourSql = (at: string) => `date_trunc('hour', ${at}, 'Asia/Kolkata')`;

/**
 * SQL expression: the metric, with the prefix `test_` for test mode, so that readers of live statistics do not count test
 * messages.
 */
const ofMode = (metric: string) =>
  `(CASE WHEN livemode THEN '' ELSE 'test_' END || ${metric})::stat_metric`;

type Counted = Partial<
  Record<'latency_bucket' | 'sender' | 'template_id' | 'category' | 'carrier' | 'code', string>
> & { metric: string };

function insert(counted: Counted, from: string): string {
  const parts = { key_id: 'key_id', latency_bucket: '0', ...counted };
  const places = Array.from({ length: 3 + Object.keys(parts).length }, (_, i) => i + 1);
  return `
  added_stats AS (
    INSERT INTO stat_increments (user_id, day, hour, ${Object.keys(parts).join(', ')}, count)
    SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date, ${indiaHourSql('created_at')},
      ${Object.values(parts).join(', ')}, count(*)
    FROM ${from} GROUP BY ${places.join(', ')}
  )`;
}

/** SQL expression for rows that release 0.9.0 wrote, which have a day but no hour: the start of this day. */
const dayBeganSql = `day::timestamp AT TIME ZONE 'Asia/Kolkata'`;

const partColumns = 'key_id, sender, template_id, category, carrier, code';

/**
 * All counts, as a subquery with the columns of `account_stats`. The reconciler moves counts between the three tables, so
 * readers must read all of them in one statement.
 */
export const statsTableSql = `(
  SELECT user_id, begins_at, metric, latency_bucket, ${partColumns}, count FROM account_stats
  UNION ALL
  SELECT user_id, coalesce(hour, ${dayBeganSql}), metric, latency_bucket, ${partColumns}, count FROM stat_increments
  UNION ALL
  SELECT user_id, ${dayBeganSql}, metric, latency_bucket, '', '', '', '', '', '', count FROM daily_stats)`;

/**
 * SQL expression: how many messages of an account were accepted, including one-time passwords.
 *
 * @param userId an expression with the account's id
 * @param hours a condition on `begins_at`, the start of an hour
 */
export const countAcceptedSql = (userId: string, hours: string) => `(
  SELECT coalesce(sum(count), 0)::int FROM ${statsTableSql} AS stats
  WHERE user_id = ${userId} AND metric = 'accepted' AND ${hours})`;

const batchSize = 10_000;

/**
 * A statement that deletes rows and adds their counts to `account_stats` atomically, so that readers always count each row
 * exactly once. Parallel workers delete different rows. They update rows of `account_stats` in the same order, so that they
 * cannot deadlock.
 *
 * @param moved a DELETE that returns the columns of `account_stats`
 */
const moveSql = (moved: string) => `
  WITH moved AS (${moved}),
  rolled_up AS (
    INSERT INTO account_stats (user_id, begins_at, metric, latency_bucket, ${partColumns}, count)
    SELECT user_id, begins_at, metric, latency_bucket, ${partColumns}, sum(count) FROM moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ON CONFLICT (user_id, begins_at, metric, latency_bucket, ${partColumns})
      DO UPDATE SET count = account_stats.count + excluded.count
  )
  SELECT count(*)::int AS moved FROM moved`;

const incrementsSql = moveSql(`
    DELETE FROM stat_increments WHERE id = ANY (ARRAY(
      SELECT id FROM stat_increments ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING user_id, coalesce(hour, ${dayBeganSql}) AS begins_at, metric, latency_bucket, ${partColumns}, count`);

const formerDaysSql = moveSql(`
    DELETE FROM daily_stats WHERE ctid = ANY (ARRAY(SELECT ctid FROM daily_stats LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING user_id, ${dayBeganSql} AS begins_at, metric, latency_bucket, '' AS key_id, '' AS sender,
      '' AS template_id, '' AS category, '' AS carrier, '' AS code, count`);

/**
 * Adds hours that began before $2, the start of a day, to the row of their day. Reads only the ten days before $2; older
 * hours stay as they are.
 */
const oldHoursSql = moveSql(`
    DELETE FROM account_stats WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM account_stats
      WHERE begins_at BETWEEN $2::timestamptz - interval '10 days' AND $2 AND begins_at <> date_trunc('day', begins_at, 'Asia/Kolkata')
      LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING user_id, date_trunc('day', begins_at, 'Asia/Kolkata') AS begins_at, metric, latency_bucket,
      ${partColumns}, count`);

async function moveAll(name: string, statement: string, ...values: unknown[]): Promise<number> {
  for (let all = 0; ; ) {
    const [row] = await query<{ moved: number }>(name, statement, [batchSize, ...values]);
    all += row?.moved ?? 0;
    if (!row || row.moved < batchSize) return all;
  }
}

/** Adds all increments, and the days of release 0.9.0, to `account_stats`. */
export async function rollUpStats(): Promise<void> {
  await moveAll('roll-up-stats', incrementsSql);
  await moveAll('roll-up-former-days', formerDaysSql);
}

/** Rolls up the hours of days that screens no longer show by hour. @returns how many rows it rolled up */
export async function rollUpOldHours(): Promise<number> {
  const [first = ''] = lastDaysInIndia(clock.now(), daysByHour);
  return await moveAll('roll-up-old-hours', oldHoursSql, startOfDayInIndia(first));
}

/** Deletes statistics past their retention. @returns how many rows it deleted */
export async function purgeOldStats(): Promise<number> {
  const [first = ''] = lastDaysInIndia(clock.now(), retentionDays);
  const { count } = await prisma.accountStat.deleteMany({
    where: { beginsAt: { lt: startOfDayInIndia(first) } },
  });
  return count;
}
