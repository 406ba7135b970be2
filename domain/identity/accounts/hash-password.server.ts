import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id with 19 MiB, two passes and one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of 32 random bytes that nobody kept, made at the same cost. No password fits it. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Qj+F6JG/gOY8tDNuyhMmAA$Q/lmW9BN7ljQ1P43RTblU/WmwcKzw4+sD/3S58tEDIM';

/**
 * The same password may be typed as different characters, one keyboard composing what the next one
 * leaves apart (NIST SP 800-63B, 3.1.1.2).
 */
const spelled = (password: string) => password.normalize('NFKC');

/** Hashes a password, off the main thread. @returns the hash with its salt and cost, as text */
export function hashPassword(password: string): Promise<string> {
  return hash(spelled(password), cost);
}

/**
 * Whether a password is the right one.
 *
 * @param passwordHash null for an account without one or no account: takes as long, and is never right
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const right = await verify(passwordHash ?? nobodysHash, spelled(password));
  return right && passwordHash !== null;
}
