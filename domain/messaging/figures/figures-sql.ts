const columns = 'SELECT day, what, bucket, count';
const given = 'WHERE user_id = $1 AND day BETWEEN $2 AND $3';

/** Names the statement; one name, one text. */
export const figuresName = 'figures-of-user';

/**
 * The sums of a user's figures from one day to another, by day, and again by bucket without a day.
 *
 * Both tables are read in one statement, as what moves from one to the other is always in one of them.
 */
export const figuresSql = `
  SELECT day::text AS day, what, bucket, sum(count) AS count
  FROM (
    ${columns} FROM daily_figures ${given}
    UNION ALL
    ${columns} FROM message_tallies ${given}
  ) AS one
  GROUP BY GROUPING SETS ((day, what), (what, bucket))`;
