import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { secretColumn } from './generate-api-key.server.ts';
import { whereUserKey } from './where-user-key.ts';

/**
 * Returns the secret of one of a user's API keys. Only after a recent sign-in
 * (`requireRecentSignIn`).
 *
 * @param key its `_id` or its API ID
 * @throws DomainError `not_found` if the user has no such key
 */
export async function revealSecret(userId: string, key: string): Promise<string> {
  const row = await prisma.credential.findFirst({
    where: whereUserKey(userId, key),
    select: { id: true, encryptedSecret: true },
  });
  if (!row) throw new DomainError('not_found');
  return secretColumn.decrypt({ id: row.id, userId }, row.encryptedSecret);
}
