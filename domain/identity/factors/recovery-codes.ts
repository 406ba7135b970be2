import { createHash } from 'node:crypto';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient, type Transaction } from '#platform/db.ts';
import { randomText } from '#platform/ids.ts';
import { recoveryCodeCount } from './contract.browser.ts';

/** 32 characters without the look-alikes I, L, O and U (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 24 characters, each with five random bits, have 120 random bits. */
const length = 24;

/** Whether a code has the length of a recovery code. */
export const isRecoveryCode = (code: string): boolean =>
  normalizeRecoveryCode(code).length === length;

/** Removes spaces, dashes and other characters that no code contains, and replaces look-alikes. */
const normalizeRecoveryCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/**
 * Hashes a recovery code for storage. An unkeyed hash is enough, because a code has 120 random bits and cannot be guessed. A
 * keyed hash would become invalid when `HASH_KEY` is rotated.
 */
const hashCode = (code: string) =>
  new Uint8Array(createHash('sha256').update(normalizeRecoveryCode(code)).digest());

const replace = `
  WITH former AS (DELETE FROM recovery_codes WHERE user_id = $1)
  INSERT INTO recovery_codes (code_hash, user_id, created_at)
  SELECT code_hash, $1, $3 FROM unnest($2::bytea[]) AS given (code_hash)`;

/**
 * Creates a user's recovery codes. Earlier codes become invalid.
 *
 * @returns the codes in groups of four characters; only their hashes are stored
 */
export async function createRecoveryCodes(userId: string, tx: Transaction): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomText(length, alphabet));
  const values = [userId, codes.map(hashCode), clock.now()];
  await query('replace-recovery-codes', replace, values, tx);
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

const consume = `
  UPDATE recovery_codes SET used_at = $3 WHERE code_hash = $2 AND user_id = $1 AND used_at IS NULL
  RETURNING 1`;

/** Uses a recovery code, once. @returns whether it is one of the user's unused codes */
export async function redeemRecoveryCode(
  userId: string,
  code: string,
  tx?: SqlClient,
): Promise<boolean> {
  const values = [userId, hashCode(code), clock.now()];
  return (await query('redeem-recovery-code', consume, values, tx)).length === 1;
}
