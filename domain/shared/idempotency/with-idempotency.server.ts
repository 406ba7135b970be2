import { DomainError } from '#domain/shared/errors.ts';
import { transaction } from '#platform/db.server.ts';
import type { Idempotency, IdempotentResult } from './contract.ts';
import { findSavedResponse } from './find-saved-response.server.ts';
import { saveResponse } from './save-response.server.ts';

/**
 * Answers a request, and its repeats under one `Idempotency-Key` with the first answer. For work that
 * may be done again without harm: two requests that come together may both do it.
 *
 * @throws DomainError `idempotency_mismatch`, and what `work` throws, which is not remembered
 */
export async function withIdempotency<T extends object>(
  idempotency: Idempotency | null,
  work: () => Promise<T>,
): Promise<IdempotentResult<T>> {
  if (!idempotency) return { data: await work(), replayed: false };
  const before = await findSavedResponse(idempotency);
  if (before) return { data: before.answer as T, replayed: true };
  const data = await work();
  try {
    await transaction((on) => saveResponse(idempotency, data, on));
    return { data, replayed: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const meanwhile = await findSavedResponse(idempotency);
    if (!meanwhile) throw error;
    return { data: meanwhile.answer as T, replayed: true };
  }
}
