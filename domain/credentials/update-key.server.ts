import { DomainError } from '#domain/shared/errors.ts';
import { unseal } from '#platform/crypto.server.ts';
import { prisma } from '#platform/db.server.ts';
import type { KeyChanges, KeyView } from './contract.ts';
import { keyOfUser } from './key-of-user.ts';
import { toKey } from './to-key.ts';

/**
 * Changes what a user says of an API key: a field that is left out stays as it is. Every process
 * goes by it within one second.
 *
 * @param key its `_id` or its API ID
 * @throws DomainError `not_found` if the user has no such key
 */
export async function updateKey(
  userId: string,
  key: string,
  { name, description, isActive, expiresOn }: KeyChanges,
): Promise<KeyView> {
  const [row] = await prisma.credential.updateManyAndReturn({
    where: keyOfUser(userId, key),
    data: {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: description || null }),
      ...(isActive !== undefined && { isActive }),
      ...(expiresOn !== undefined && { expiresOn }),
    },
  });
  if (!row) throw new DomainError('not_found');
  return toKey(row, unseal(row.secretSealed));
}
