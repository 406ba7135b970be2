import { DomainError } from '#domain/shared/errors.ts';
import { sameHash } from '#platform/crypto.ts';
import { prisma } from '#platform/db.server.ts';
import type { Idempotency, Remembered } from './contract.ts';

/**
 * The answer that was given under this key, or null if there is none.
 *
 * @throws DomainError `idempotency_mismatch` if the key was used with another request
 */
export async function recallAnswer({
  scope,
  key,
  requestHash,
}: Idempotency): Promise<Remembered | null> {
  const row = await prisma.idempotencyKey.findUnique({ where: { scope_key: { scope, key } } });
  if (!row) return null;
  if (!sameHash(row.requestHash, requestHash)) throw new DomainError('idempotency_mismatch');
  return { answer: row.answer, granted: row.granted };
}
