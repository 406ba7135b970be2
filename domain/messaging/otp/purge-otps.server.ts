import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';
import { retentionDays } from './contract.ts';

/** A run takes as many as it can without holding others up; the next takes the rest. */
const most = 10_000;

/** Ids are made of the time of their row. */
const statement = `
  DELETE FROM otps WHERE id IN (
    SELECT id FROM otps WHERE id < $1 AND state <> 'pending' ORDER BY id LIMIT ${most})
  RETURNING id`;

/**
 * Deletes codes that were over long ago. Limits and tries look back a day, throttles an hour; how many were sent
 * and verified on a day is counted apart (`domain/messaging/stats`).
 *
 * @returns how many
 */
export async function purgeOtps(): Promise<number> {
  const before = clock.now().getTime() - retentionDays * 24 * 3_600_000;
  return (await query('purge-otps', statement, [minIdAt('otp', before)])).length;
}
