import { query } from '#platform/db.ts';

/** Whether a user has set up at least one second factor. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const held = await query('has-second-factor', 'SELECT 1 FROM factor_holders WHERE user_id = $1', [
    userId,
  ]);
  return held.length > 0;
}
