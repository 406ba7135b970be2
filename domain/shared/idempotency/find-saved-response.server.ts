import { DomainError } from '#domain/shared/errors.ts';
import { sameHash } from '#platform/crypto.server.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import type { Idempotency, SavedResponse } from './contract.ts';

const statement = `
  SELECT answer, granted, request_hash AS "requestHash" FROM idempotency_keys
  WHERE scope = $1 AND key = $2`;

/**
 * Finds the saved response of a key, or null.
 *
 * @throws DomainError `idempotency_mismatch` if the key was used with another request
 */
export async function findSavedResponse(
  { scope, key, requestHash }: Idempotency,
  tx?: SqlClient,
): Promise<SavedResponse | null> {
  const [row] = await query<SavedResponse & { requestHash: Buffer }>(
    'find-saved-response',
    statement,
    [scope, key],
    tx,
  );
  if (!row) return null;
  if (!sameHash(row.requestHash, requestHash)) throw new DomainError('idempotency_mismatch');
  return { answer: row.answer, granted: row.granted };
}
