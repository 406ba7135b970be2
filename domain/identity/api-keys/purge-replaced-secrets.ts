import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';

const statement = `
  UPDATE credentials
  SET previous_secret_hash = NULL, encrypted_previous_secret = NULL, previous_ends_at = NULL
  WHERE previous_secret_hash IS NOT NULL AND previous_ends_at <= $1
  RETURNING id`;

/**
 * Deletes replaced secrets whose overlap has ended. They have authenticated no call since.
 *
 * @returns how many
 */
export async function purgeReplacedSecrets(): Promise<number> {
  return (await query('purge-replaced-secrets', statement, [clock.now()])).length;
}
