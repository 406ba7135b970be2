import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { type Idempotency, responseRetentionHours } from './contract.ts';

const statement = `
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
  const saved = await query('save-response', statement, values, tx);
  if (saved.length === 0) throw new DomainError('idempotency_mismatch');
}
