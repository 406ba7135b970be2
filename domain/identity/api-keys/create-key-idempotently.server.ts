import { DomainError } from '#domain/shared/errors.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/find-saved-response.server.ts';
import { saveResponse } from '#domain/shared/idempotency/save-response.server.ts';
import { prisma, transaction } from '#platform/db.server.ts';
import type { ApiKeyOutput } from './contract.ts';
import { secretColumn } from './generate-api-key.server.ts';
import { apiKeysLockName, insertKey, type NewKey } from './insert-key.server.ts';

/** The saved response, without the secret: that is stored only in the key's row. */
type SavedKey = Omit<ApiKeyOutput, 'secretKey'>;

/**
 * Creates an API key once for an `Idempotency-Key`; a repeat returns the first response.
 *
 * @throws DomainError `invalid_parameter` if the account has `maxApiKeysPerAccount` already,
 *   `idempotency_mismatch`, and `not_found` if the key was deleted since
 */
export async function createKeyIdempotently(
  userId: string,
  input: NewKey,
  idempotency: Idempotency,
): Promise<IdempotentResult<ApiKeyOutput>> {
  const { first, made } = await transaction(
    async (tx) => {
      const before = await findSavedResponse(idempotency, tx);
      if (before) return { first: before.answer as SavedKey };
      const key = await insertKey(userId, input, tx);
      const { secretKey: _, ...answer } = key;
      await saveResponse(idempotency, answer satisfies SavedKey, tx);
      return { made: key };
    },
    { lock: apiKeysLockName(userId) },
  );
  if (made) return { data: made, replayed: false };
  return {
    data: { ...first, secretKey: await readStoredSecret(userId, first._id) },
    replayed: true,
  };
}

async function readStoredSecret(userId: string, id: string): Promise<string> {
  const row = await prisma.credential.findUnique({ where: { id, userId } });
  if (row) return secretColumn.decrypt({ id, userId }, row.encryptedSecret);
  throw new DomainError('not_found', {
    message: 'The API key created by this request has been deleted.',
  });
}
