import { query } from '#platform/db.server.ts';

const atOnce = 10_000;

/**
 * Tallies go and their sums come in one statement, so that readers see them once at any moment. Another
 * worker that folds takes others; where both add to one row, they do it in the same order, and never wait
 * for each other in a circle.
 */
const statement = `
  WITH taken AS (
    DELETE FROM message_tallies WHERE id = ANY (ARRAY(
      SELECT id FROM message_tallies ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING user_id, day, what, bucket, count
  ),
  folded AS (
    INSERT INTO daily_figures (user_id, day, what, bucket, count)
    SELECT user_id, day, what, bucket, sum(count) FROM taken
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (user_id, day, what, bucket)
      DO UPDATE SET count = daily_figures.count + excluded.count
  )
  SELECT count(*) AS taken FROM taken`;

/** Folds all tallies into the figures of their days. */
export async function rollUpDailyStats(): Promise<void> {
  for (;;) {
    const [row] = await query<{ taken: number }>('fold-tallies', statement, [atOnce]);
    if (!row || row.taken < atOnce) return;
  }
}
