import { DomainError } from '#domain/shared/errors.browser.ts';
import { transaction } from '#platform/db.ts';
import type { Idempotency, IdempotentResult } from './contract.ts';
import { findSavedResponse, saveResponse } from './saved-response.ts';

/**
 * Runs a request once for an `Idempotency-Key` and replays its response for repeats. Only for work
 * that may safely run twice: two simultaneous requests may both run it.
 *
 * @throws DomainError `idempotency_mismatch`, and what `work` throws, which is not saved
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
    await transaction((tx) => saveResponse(idempotency, data, tx));
    return { data, replayed: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const saved = await findSavedResponse(idempotency);
    if (!saved) throw error;
    return { data: saved.answer as T, replayed: true };
  }
}
