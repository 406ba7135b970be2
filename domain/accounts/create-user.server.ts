import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { emailKeyOf } from './email-key.ts';
import { hashPassword } from './hash-password.server.ts';

type NewUser = {
  name: string;
  email: string;
  /** Left out for who signs in through a provider only. */
  password?: string;
  /** It is known that the address is theirs. */
  confirmed?: boolean;
};

/**
 * Makes a user. No letter is sent.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`; of several who ask at once for one address, one gets it
 */
export async function createUser({ name, email, password, confirmed }: NewUser): Promise<string> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const now = clock.now();
  const id = newId('usr', now.getTime());
  try {
    await prisma.user.create({
      data: {
        id,
        name,
        email,
        emailKey: emailKeyOf(email),
        emailConfirmedAt: confirmed ? now : null,
        passwordHash,
        createdAt: now,
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('email_taken', { param: 'email' });
    throw error;
  }
  return id;
}
