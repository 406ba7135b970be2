import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import type { ApiKeyOutput, KeyChanges } from './contract.ts';
import { toApiKeyOutput } from './to-api-key-output.ts';
import { whereUserKey } from './where-user-key.ts';

/**
 * Changes an API key; omitted fields stay as they are. Takes effect in every process within one
 * second.
 *
 * @param key its `_id` or its API ID
 * @returns the key with its secret masked
 * @throws DomainError `not_found` if the user has no such key
 */
export async function updateKey(
  userId: string,
  key: string,
  { name, description, isActive, expiresOn }: KeyChanges,
): Promise<ApiKeyOutput> {
  const [row] = await prisma.credential.updateManyAndReturn({
    where: whereUserKey(userId, key),
    data: {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: description || null }),
      // A choice of the owner replaces the reason for which we turned the key off.
      ...(isActive !== undefined && { isActive, offReason: null }),
      ...(expiresOn !== undefined && { expiresOn }),
    },
  });
  if (!row) throw new DomainError('not_found');
  return toApiKeyOutput(row);
}
