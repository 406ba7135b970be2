import { indiaHourSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';

/** How many codes of a key that were created in an hour can still be verified. */
export type ValidCodes = {
  keyId: string;
  /** The start of the hour in India. */
  at: Date;
  count: number;
};

/** Reads only pending codes, by their partial index. $1 is the account, $2 the mode, $3 now. */
const validCodes = `
  SELECT key_id AS "keyId", ${indiaHourSql('created_at')} AS at, count(*)::int AS count
  FROM otps
  WHERE user_id = $1 AND livemode = $2 AND NOT is_test AND state = 'pending' AND expires_at > $3
  GROUP BY 1, 2`;

/** Counts the codes of an account that can still be verified. Codes of test numbers are omitted, as in the statistics. */
export const readValidCodes = (userId: string, livemode: boolean): Promise<ValidCodes[]> =>
  query<ValidCodes>('read-valid-codes', validCodes, [userId, livemode, clock.now()]);
