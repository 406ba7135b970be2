import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { findPasswordWeakness } from './find-password-weakness.ts';

/**
 * Argon2id with 19 MiB, two passes and one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of 32 discarded random bytes, at the same cost. No password matches it. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Qj+F6JG/gOY8tDNuyhMmAA$Q/lmW9BN7ljQ1P43RTblU/WmwcKzw4+sD/3S58tEDIM';

/**
 * Normalized, as keyboards encode the same password differently: composed or decomposed (NIST SP
 * 800-63B, 3.1.1.2).
 */
const normalize = (password: string) => password.normalize('NFKC');

/** Hashes a password off the main thread. @returns the hash with salt and cost, in PHC format */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost);
}

/**
 * Verifies a password.
 *
 * @param passwordHash null if there is no account or no password: takes as long, and is always
 *   false
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash, normalize(password));
  return matches && passwordHash !== null;
}

type Owner = { name: string; email: string };

/**
 * Checks and hashes a new password: at sign-up, by a reset link, and when it is changed.
 *
 * @throws DomainError `invalid_parameter` with the param `password` if it is known or easy to guess
 */
export async function hashNewPassword(password: string, { name, email }: Owner): Promise<string> {
  const weakness = await findPasswordWeakness(password, [name, email]);
  if (weakness !== null) {
    throw new DomainError('invalid_parameter', { param: 'password', message: weakness });
  }
  return hashPassword(password);
}
