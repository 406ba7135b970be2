import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';

/** How many live messages were accepted and submitted per second, in the last full minute. */
export type Throughput = { accepted: number; submitted: number };

/** How many accepted messages are counted at most: about 3,000 a second. Counting them takes about 50 ms. */
const maxCounted = 200_000;

/** $1 and $2 are the smallest ids of two times. */
const acceptedSql = `
  SELECT count(*)::int AS accepted FROM (
    SELECT FROM messages WHERE id >= $1 AND id < $2 AND livemode LIMIT ${maxCounted}) AS counted`;

const submittedSql = `
  SELECT coalesce(sum(count), 0)::int AS submitted FROM delivery_stats
  WHERE begins_at = $1 AND outcome = 'submitted'`;

/** Reads the throughput of the last full minute. Workers add their counts up to five seconds late. */
export async function readThroughput(): Promise<Throughput> {
  const until = Math.floor((clock.now().getTime() - 5_000) / 60_000) * 60_000;
  const from = until - 60_000;
  const [[accepted], [submitted]] = await Promise.all([
    query<{ accepted: number }>('accepted-in-a-minute', acceptedSql, [
      ...[minIdAt('msg', from), minIdAt('msg', until)],
    ]),
    query<{ submitted: number }>('submitted-in-a-minute', submittedSql, [new Date(from)]),
  ]);
  return {
    accepted: (accepted?.accepted ?? 0) / 60,
    submitted: (submitted?.submitted ?? 0) / 60,
  };
}
