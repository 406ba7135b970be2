import { lastDaysInIndia, startOfDayInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { daysByHour, retentionDays } from './contract.ts';
import { latencyBucketSql } from './latency-buckets.ts';

/** Milliseconds from acceptance to the final state. */
const latencyMs = '1000 * extract(epoch FROM settled_at - created_at)::float8';

/** What a message is counted by, besides its time. */
const messageParts = {
  sender: 'sender',
  template_id: `coalesce(template_id, '')`,
  category: `CASE WHEN kind = 'otp' THEN 'otp' WHEN promotional THEN 'promotional' ELSE 'transactional' END`,
};

/**
 * Part of a statement that counts each message of `source (user_id, livemode, created_at, key_id, sender, template_id, kind,
 * promotional)` as accepted.
 *
 * @param source the name of a CTE that inserted the messages
 */
export function addAcceptedStatsSql(source: string): string {
  return insert({ metric: ofMode(`'accepted'`), ...messageParts }, source);
}

/**
 * Part of a statement that counts each OTP of `source (user_id, livemode, created_at, key_id)`, and for verified ones how long
 * it took until now.
 *
 * @param source the name of a CTE that inserted or updated the OTPs, each once
 */
export function addOtpStatsSql(metric: 'otp_sent' | 'otp_verified', source: string): string {
  const sinceCreation = '1000 * extract(epoch FROM now() - created_at)::float8';
  const latency_bucket = metric === 'otp_sent' ? '0' : latencyBucketSql(sinceCreation);
  return insert({ metric: ofMode(`'${metric}'`), latency_bucket, category: `'otp'` }, source);
}

/**
 * Part of a statement that counts those messages of `source` that reached a final state, in the hour in which they were
 * accepted. It has the columns of `countedColumns`, `state`, `settled_at`, `reason` and `carrier`, which may be null.
 *
 * @param source the name of a CTE that updated messages, none of which was in a final state before
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
 * SQL expression: the code of a reason, which is all that is before its first colon: `UNDELIV 001`, `refused with ESME_RINVDSTADR`.
 *
 * @param reason an expression; null gives an empty text
 */
export const reasonCodeSql = (reason: string) =>
  `left(split_part(coalesce(${reason}, ''), ':', 1), 64)`;

/** SQL expression: when India's hour began that contains a time. */
const indiaHourSql = (at: string) => `date_trunc('hour', ${at}, 'Asia/Kolkata')`;

/** The metrics of test mode have separate names, so that readers of live statistics do not count them. */
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

/** When a row of release 0.9.0 began. */
const dayBeganSql = `day::timestamp AT TIME ZONE 'Asia/Kolkata'`;

const partColumns = 'key_id, sender, template_id, category, carrier, code';

/**
 * What is counted, as a table with the columns of `account_stats`. The reconciler moves counts from one table to the other, so
 * all are read in one statement.
 */
export const statsTableSql = `(
  SELECT user_id, begins_at, metric, latency_bucket, ${partColumns}, count FROM account_stats
  UNION ALL
  SELECT user_id, coalesce(hour, ${dayBeganSql}), metric, latency_bucket, ${partColumns}, count FROM stat_increments
  UNION ALL
  SELECT user_id, ${dayBeganSql}, metric, latency_bucket, '', '', '', '', '', '', count FROM daily_stats)`;

/**
 * SQL expression: how many messages of an account were accepted, codes included.
 *
 * @param userId an expression with the account's id
 * @param hours a condition on `begins_at`, when an hour began
 */
export const countAcceptedSql = (userId: string, hours: string) => `(
  SELECT coalesce(sum(count), 0)::int FROM ${statsTableSql} AS stats
  WHERE user_id = ${userId} AND metric = 'accepted' AND ${hours})`;

const batchSize = 10_000;

/**
 * A statement that deletes rows and adds their counts to `account_stats`, so that readers count each exactly once at any
 * moment. Parallel workers lock different rows; they update shared ones in the same order, so that they cannot deadlock.
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

/** Hours that began before $2 become days, which is at the beginning of a day; what a worker left for ten days stays. */
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

/** Rolls up all increments into the rows of their hours. */
export async function rollUpStats(): Promise<void> {
  await moveAll('roll-up-stats', incrementsSql);
  await moveAll('roll-up-former-days', formerDaysSql);
}

/** Rolls up hours of days that no screen shows by hour any longer. @returns how many rows */
export async function rollUpOldHours(): Promise<number> {
  const [first = ''] = lastDaysInIndia(clock.now(), daysByHour);
  return await moveAll('roll-up-old-hours', oldHoursSql, startOfDayInIndia(first));
}

/** Deletes statistics past their retention. @returns how many rows */
export async function purgeOldStats(): Promise<number> {
  const [first = ''] = lastDaysInIndia(clock.now(), retentionDays);
  const { count } = await prisma.accountStat.deleteMany({
    where: { beginsAt: { lt: startOfDayInIndia(first) } },
  });
  return count;
}
