/**
 * SQL expression: how many messages an account has had accepted, codes included. The reconciler moves counts from one table
 * to the other, so both are read in one statement.
 *
 * @param userId an expression with the account's id
 * @param days a condition on `day`
 */
export const countAcceptedSql = (userId: string, days: string) => `(
  SELECT coalesce(sum(count), 0)::int FROM (
    SELECT count FROM daily_stats WHERE user_id = ${userId} AND metric = 'accepted' AND ${days}
    UNION ALL
    SELECT count FROM stat_increments WHERE user_id = ${userId} AND metric = 'accepted' AND ${days}
  ) AS accepted)`;
