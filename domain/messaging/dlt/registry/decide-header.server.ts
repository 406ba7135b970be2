import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { changeRegistry } from './change-registry.server.ts';

/** A header that its account wants to use, and approved headers of others that look like it. */
export type PendingHeader = {
  userId: string;
  header: string;
  entityId: string;
  createdAt: Date;
  lookAlikes: { userId: string; header: string }[];
};

const pending = `
  SELECT h.user_id AS "userId", h.header, h.entity_id AS "entityId", h.created_at AS "createdAt", coalesce((
    SELECT json_agg(json_build_object('userId', o.user_id, 'header', o.header) ORDER BY o.header, o.user_id)
    FROM dlt_headers AS o
    WHERE o.likeness = h.likeness AND o.user_id <> h.user_id AND o.status NOT IN ('pending', 'declined')
  ), '[]') AS "lookAlikes"
  FROM dlt_headers AS h WHERE h.status = 'pending' ORDER BY h.created_at, h.user_id, h.header LIMIT $1`;

/** The headers that wait for the operator's decision, oldest first. */
export const listPendingHeaders = (limit: number): Promise<PendingHeader[]> =>
  query<PendingHeader>('pending-dlt-headers', pending, [limit]);

const decide = `
  UPDATE dlt_headers SET status = $3, reason = $4, decided_at = $5
  WHERE user_id = $1 AND header = $2 AND status IN ('pending', 'approved', 'declined') RETURNING header`;

/**
 * Approves or declines a header of an account, on behalf of the operator of the installation.
 *
 * @param decision the reason is for the account's owner
 * @throws DomainError `not_found` if the account has no such header, or DLT has suspended it
 */
export async function decideHeader(
  userId: string,
  header: string,
  decision: { status: 'approved' } | { status: 'declined'; reason: string },
): Promise<void> {
  const reason = decision.status === 'declined' ? decision.reason : null;
  const values = [userId, header, decision.status, reason, clock.now()];
  await changeRegistry(userId, async (tx) => {
    const decided = await query('decide-dlt-header', decide, values, tx);
    if (decided.length === 0) throw new DomainError('not_found');
  });
  logger.info({ accountId: userId, header, decision: decision.status }, 'DLT header decided');
}
