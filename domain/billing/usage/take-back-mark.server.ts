import { query } from '#platform/db.server.ts';
import type { Mark } from './mark-of.ts';

/** Back to the mark below, whose letter may have been sent. */
const statement = `
  UPDATE usage_periods SET notified_percent = CASE WHEN $2 = 100 THEN 80 ELSE 0 END
  WHERE id = $1 AND notified_percent = $2`;

/** Says of a month that its user was not told of a mark after all, so that they are when it is past it again. */
export async function takeBackMark(periodId: string, mark: Mark): Promise<void> {
  await query('take-back-usage-mark', statement, [periodId, mark]);
}
