import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { whereUserKey } from './where-user-key.ts';

/**
 * Deletes an API key. Messages sent with it stay and keep its API ID.
 *
 * @param key its `_id` or its API ID
 * @throws DomainError `not_found` if the user has no such key
 */
export async function deleteKey(userId: string, key: string): Promise<void> {
  const { count } = await prisma.credential.deleteMany({ where: whereUserKey(userId, key) });
  if (count === 0) throw new DomainError('not_found');
}
