import { DomainError } from '#domain/shared/errors.ts';
import { findPasswordWeakness } from './find-password-weakness.server.ts';
import { hashPassword } from './hash-password.server.ts';

type Owner = { name: string; email: string };

/**
 * Checks and hashes a new password: at sign-up, by a reset link, and when it is changed.
 *
 * @throws DomainError `invalid_parameter` with the param `password` if it is known or easy to guess
 */
export async function hashNewPassword(password: string, { name, email }: Owner): Promise<string> {
  const weakness = findPasswordWeakness(password, [name, email]);
  if (weakness !== null) {
    throw new DomainError('invalid_parameter', { param: 'password', message: weakness });
  }
  return hashPassword(password);
}
