import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse, saveResponse } from '#domain/shared/idempotency/saved-response.ts';
import { prisma, type Transaction, transaction } from '#platform/db.ts';
import type { ApiKeyOutput } from './contract.browser.ts';
import { secretColumn } from './generate-api-key.ts';

/** The saved response, without the secret: that is stored only in the key's row. */
type SavedKey = Omit<ApiKeyOutput, 'secretKey'>;

/** Advisory lock under which a user's keys are created, so that the limit holds, and one request acts once. */
export const apiKeysLockName = (userId: string) => `keys|${userId}`;

/**
 * Makes or rolls a key once for an `Idempotency-Key`; a repeat returns the first response, with the secret that was
 * made then.
 *
 * @param goneMessage the error if that secret is no longer the key's
 * @throws DomainError `idempotency_mismatch` and `not_found`, and what `make` throws
 */
export async function once(
  userId: string,
  idempotency: Idempotency,
  make: (tx: Transaction) => Promise<ApiKeyOutput>,
  goneMessage: string,
): Promise<IdempotentResult<ApiKeyOutput>> {
  const { first, made } = await transaction(
    async (tx) => {
      const before = await findSavedResponse(idempotency, tx);
      if (before) return { first: before.answer as SavedKey };
      const key = await make(tx);
      const { secretKey: _, ...answer } = key;
      await saveResponse(idempotency, answer satisfies SavedKey, tx);
      return { made: key };
    },
    { lock: apiKeysLockName(userId) },
  );
  if (made) return { data: made, replayed: false };
  const row = await prisma.credential.findUnique({ where: { id: first._id, userId } });
  // A response that an earlier release saved has no `rolledAt`.
  const isSame = row && (row.rolledAt?.toISOString() ?? null) === (first.rolledAt ?? null);
  if (!isSame) throw new DomainError('not_found', { message: goneMessage });
  return {
    data: { ...first, secretKey: secretColumn.decrypt(row, row.encryptedSecret) },
    replayed: true,
  };
}
