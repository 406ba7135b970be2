import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import type { ApiKeyOutput, KeyChanges } from './contract.ts';
import { toApiKeyOutput } from './to-api-key-output.ts';
import { whereUserKey } from './where-user-key.ts';

/**
 * Changes what a user says of an API key: a field that is left out stays as it is. Every process
 * goes by it within one second.
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
      // Whoever turns a key on or off decides anew: why it was off before is over.
      ...(isActive !== undefined && { isActive, offReason: null }),
      ...(expiresOn !== undefined && { expiresOn }),
    },
  });
  if (!row) throw new DomainError('not_found');
  return toApiKeyOutput(row);
}
