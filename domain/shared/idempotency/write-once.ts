import { type Transaction, transaction } from '#platform/db.ts';
import type { Idempotency, IdempotentResult } from './contract.ts';
import { findSavedResponse, saveResponse } from './saved-response.ts';

/**
 * Runs the writes of a request once for an `Idempotency-Key`. They are one transaction with the saved response, under a
 * lock of the key: a repeat that arrives meanwhile waits, and replays.
 *
 * @param write only writes: it holds the locks and a connection
 * @param save what of a response is saved; by default all
 * @param restore makes a response of what was saved
 * @param lock the advisory lock of the writes themselves; by default none, where they wait for each other on a row
 * @throws DomainError `idempotency_mismatch`, and what `write` throws, which is not saved
 */
export function writeOnce<T extends object>(
  idempotency: Idempotency | null,
  write: (tx: Transaction) => Promise<T>,
  {
    lock,
    save = (data) => data,
    restore = (saved) => saved as T,
  }: { lock?: string; save?: (data: T) => object; restore?: (saved: unknown) => T } = {},
): Promise<IdempotentResult<T>> {
  return transaction(
    async (tx) => {
      const before = idempotency && (await findSavedResponse(idempotency, tx));
      if (before) return { data: restore(before.answer), replayed: true };
      const data = await write(tx);
      if (idempotency) await saveResponse(idempotency, save(data), tx);
      return { data, replayed: false };
    },
    {
      lock: [
        ...(lock === undefined ? [] : [lock]),
        ...(idempotency ? [`idempotency|${idempotency.scope}|${idempotency.key}`] : []),
      ],
    },
  );
}
