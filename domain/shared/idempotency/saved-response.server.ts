import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { sameHash } from '#platform/crypto.server.ts';
import { prisma, query, type SqlClient } from '#platform/db.server.ts';
import { type Idempotency, responseRetentionHours, type SavedResponse } from './contract.ts';

const findStatement = `
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
    findStatement,
    [scope, key],
    tx,
  );
  if (!row) return null;
  if (!sameHash(row.requestHash, requestHash)) throw new DomainError('idempotency_mismatch');
  return { answer: row.answer, granted: row.granted };
}

const saveStatement = `
  INSERT INTO idempotency_keys
    (scope, key, request_id, request_hash, answer, granted, expires_at)
  VALUES ($1, $2, $3, $4, $5, 1, $6)
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING key`;

/**
 * Saves the response of a request, in the transaction that did its work. Messages do it in bulk
 * instead: `save-responses-sql.ts`.
 *
 * @param answer without secrets, as it is stored in plain text
 * @throws DomainError `idempotency_mismatch` if a parallel request used the key
 */
export async function saveResponse(
  { scope, key, requestId, requestHash }: Idempotency,
  answer: object,
  tx: SqlClient,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + responseRetentionHours * 3_600_000);
  const values = [scope, key, requestId, requestHash, JSON.stringify(answer), expiresAt];
  const saved = await query('save-response', saveStatement, values, tx);
  if (saved.length === 0) throw new DomainError('idempotency_mismatch');
}

/** Deletes expired responses. @returns how many */
export async function purgeIdempotencyKeys(): Promise<number> {
  const { count } = await prisma.idempotencyKey.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
