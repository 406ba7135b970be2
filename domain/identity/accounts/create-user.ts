import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { SignUpPlace } from './sign-up-place.ts';

const statement = `
  INSERT INTO users (
    id, name, email, email_key, email_confirmed_at, password_hash, created_at,
    signed_up_from, signed_up_network)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

type NewUser = {
  name: string;
  email: string;
  /** Undefined for a user who signs in through a provider only. */
  passwordHash?: string;
  /** Whether the address is already verified. */
  confirmed?: boolean;
  /** Where the sign-up came from, if it counts against the sign-up limits. */
  place?: SignUpPlace;
};

/**
 * Inserts a user; sends no email.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`; the unique index lets one of parallel sign-ups succeed
 */
export async function createUser(
  { name, email, passwordHash, confirmed, place }: NewUser,
  tx?: SqlClient,
): Promise<string> {
  const now = clock.now();
  const id = newId('usr', now.getTime());
  const confirmedAt = confirmed ? now : null;
  const values = [
    ...[id, name, email, normalizeEmail(email), confirmedAt, passwordHash ?? null, now],
    ...[place?.address ?? null, place?.network ?? null],
  ];
  try {
    await query('create-user', statement, values, tx);
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('email_taken', { param: 'email' });
    throw error;
  }
  return id;
}
