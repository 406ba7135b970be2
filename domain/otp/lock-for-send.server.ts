import type { Idempotency } from '#domain/idempotency/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { type Queryable, query } from '#platform/db.server.ts';

/**
 * Lets one send at a time go on to one number of a user, so that its limits hold under any
 * concurrency. Held until the transaction ends.
 *
 * @throws DomainError `idempotency_in_flight` if a request with the same key is at work
 */
export async function lockForSend(
  userId: string,
  recipient: string,
  idempotency: Idempotency | null,
  on: Queryable,
): Promise<void> {
  if (idempotency) {
    const [lock] = await query<{ taken: boolean }>(
      'try-idempotency-lock',
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS taken`,
      [`${idempotency.scope}|${idempotency.key}`],
      on,
    );
    if (!lock?.taken) throw new DomainError('idempotency_in_flight');
  }
  await query(
    'lock-otp-number',
    `SELECT pg_advisory_xact_lock(hashtextextended($1, 2))`,
    [`${userId}|${recipient}`],
    on,
  );
}
