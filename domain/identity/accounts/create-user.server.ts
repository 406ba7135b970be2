import { DomainError } from '#domain/shared/errors.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { clock } from '#platform/clock.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import type { SignUpPlace } from './sign-up-place.server.ts';

const statement = `
  INSERT INTO users (
    id, name, email, email_key, email_confirmed_at, password_hash, created_at,
    signed_up_from, signed_up_network)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

type NewUser = {
  name: string;
  email: string;
  /** Left out for who signs in through a provider only. */
  passwordHash?: string;
  /** It is known that the address is theirs. */
  confirmed?: boolean;
  /** Where the sign-up came from, if that is to be counted. */
  place?: SignUpPlace;
};

/**
 * Makes a user. No letter is sent.
 *
 * @param on the transaction to do it in, if it is part of one
 * @returns the user's id
 * @throws DomainError `email_taken`; of several who ask at once for one address, one gets it
 */
export async function createUser(
  { name, email, passwordHash, confirmed, place }: NewUser,
  on?: SqlClient,
): Promise<string> {
  const now = clock.now();
  const id = newId('usr', now.getTime());
  const confirmedAt = confirmed ? now : null;
  const values = [
    ...[id, name, email, normalizeEmail(email), confirmedAt, passwordHash ?? null, now],
    ...[place?.address ?? null, place?.network ?? null],
  ];
  try {
    await query('create-user', statement, values, on);
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('email_taken', { param: 'email' });
    throw error;
  }
  return id;
}
