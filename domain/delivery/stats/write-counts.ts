import { indiaHourSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { waitAtMost } from '#platform/promises.ts';
import { workerId } from '../queue/worker-heartbeat.ts';
import { type Count, type CountedOutcome, createCounts } from './count-outcomes.ts';

/** How often a worker adds its counts to the tables, in milliseconds. */
const everyMs = 5_000;

/** How long a stopping worker waits until its counts are written, in milliseconds. */
const stopMs = 1_000;

const counted = perInstance(() => ({
  /** Counts since the last flush. */
  counts: createCounts(),
  /** A flush that has not been written yet. The worker repeats this flush unchanged, with the same number. */
  pending: null as { number: number; counts: Count[] } | null,
  number: 0,
  isFailing: false,
  writing: null as Promise<void> | null,
}));

/**
 * Counts an outcome in the memory of this worker, which adds its counts to the tables every five seconds and when it stops. So
 * the statements that record attempts and receipts insert no rows for these counts. A killed worker loses only the counts of
 * the last seconds: the statements themselves write messages, quotas and the statistics of accounts (ADR 084). Call this
 * function once the outcome is committed, and not for test messages.
 */
export function countOutcome(outcome: CountedOutcome): void {
  counted().counts.add(outcome, databaseClock.now());
}

const keys = ['carrier', 'kind', 'outcome', 'latency_bucket', 'code'];

/**
 * Adds counts, unless this worker has already added the same flush: the response to the first statement may have been lost.
 * The rows are in the same order in all workers, which prevents deadlocks.
 */
const add = `
  WITH flush AS (
    INSERT INTO delivery_stat_flushes AS f (worker_id, number, at) VALUES ($1, $2, now())
    ON CONFLICT (worker_id) DO UPDATE SET number = excluded.number, at = excluded.at WHERE f.number < excluded.number
    RETURNING number
  ),
  counted AS MATERIALIZED (
    SELECT to_timestamp(minute * 60::float8) AS begins_at, c.* FROM json_to_recordset($3::json) AS c(
      minute int, carrier text, kind message_kind, prefix text, outcome delivery_outcome, latency_bucket smallint,
      code text, count int)
    WHERE EXISTS (SELECT FROM flush)
  ),
  ${addTo('delivery_stats', 'begins_at', keys, `prefix = ''`)},
  ${addTo('delivery_hour_stats', indiaHourSql('begins_at'), keys, `prefix = ''`)},
  ${addTo(
    'delivery_prefix_stats',
    'begins_at',
    keys.map((key) => (key === 'kind' ? 'prefix' : key)),
    `prefix <> ''`,
  )}
  SELECT number FROM flush`;

function addTo(table: string, beginsAt: string, keys: string[], condition: string): string {
  const list = keys.join(', ');
  return `
  of_${table} AS (
    INSERT INTO ${table} AS s (begins_at, ${list}, count)
    SELECT ${beginsAt}, ${list}, sum(count) FROM counted WHERE ${condition} GROUP BY 1, ${list} ORDER BY 1, ${list}
    ON CONFLICT (begins_at, ${list}) DO UPDATE SET count = s.count + excluded.count
  )`;
}

/**
 * Adds the counts to the tables. If PostgreSQL is unavailable, the next flush writes them; `createCounts` limits their number.
 */
export function flushCounts(): Promise<void> {
  const own = counted();
  own.writing ??= writeAll().finally(() => {
    own.writing = null;
  });
  return own.writing;
}

async function writeAll(): Promise<void> {
  const own = counted();
  while (own.pending !== null || !own.counts.isEmpty()) {
    own.pending ??= takeCounts();
    const { number, counts } = own.pending;
    try {
      await query('add-delivery-stats', add, [workerId(), number, JSON.stringify(counts)]);
      own.isFailing = false;
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        if (!own.isFailing)
          logger.warn({ error }, 'delivery statistics stay in memory until PostgreSQL responds');
        own.isFailing = true;
        return;
      }
      logger.error({ error, counts: counts.length }, 'delivery statistics are lost');
    }
    own.pending = null;
  }
}

/** Begins a new flush. */
function takeCounts() {
  const own = counted();
  const { counts } = own;
  if (counts.dropped() > 0)
    logger.warn(
      { outcomes: counts.dropped() },
      'outcomes are missing from the delivery statistics',
    );
  own.counts = createCounts();
  own.number += 1;
  return { number: own.number, counts: counts.list() };
}

/** Writes counts repeatedly. @returns a function that writes the last counts and stops */
export function startCounting(): () => Promise<void> {
  const timer = setInterval(() => void flushCounts(), everyMs).unref();
  return async () => {
    clearInterval(timer);
    // A running flush may have begun before the last outcomes were counted, so a second flush follows.
    await waitAtMost(stopMs, flushCounts().then(flushCounts));
  };
}
