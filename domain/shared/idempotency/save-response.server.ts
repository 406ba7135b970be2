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
 * Remembers the answer of a request in the transaction that did what it asked for. What comes in
 * large numbers does so in its own statement: `save-responses-sql.ts`.
 *
 * @param answer without secrets: it is stored as it is
 * @throws DomainError `idempotency_mismatch` if another request used the key just now
 */
export async function saveResponse(
  { scope, key, requestId, requestHash }: Idempotency,
  answer: object,
  on: SqlClient,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + responseRetentionHours * 3_600_000);
  const values = [scope, key, requestId, requestHash, JSON.stringify(answer), expiresAt];
  const remembered = await query('remember-answer', statement, values, on);
  if (remembered.length === 0) throw new DomainError('idempotency_mismatch');
}
