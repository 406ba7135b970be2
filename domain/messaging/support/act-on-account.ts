import { type AuditActor, recordAudit } from '#domain/audit/record-audit.ts';
import { resetFactors } from '#domain/identity/factors/reset-factors.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { query, transaction } from '#platform/db.ts';
import { shownMessages } from './read-account.ts';

const countSql = 'SELECT count(*)::int AS count FROM sessions WHERE user_id = $1';

/** Signs an account out everywhere: browsers and programs. @returns how many sessions ended */
export function endSessions(userId: string, reason: string, by: AuditActor): Promise<number> {
  return transaction(async (tx) => {
    const [found] = await query<{ count: number }>('count-sessions', countSql, [userId], tx);
    const sessions = found?.count ?? 0;
    await revokeAllSessions(userId, undefined, tx);
    await recordAudit(tx, {
      ...{ accountId: userId, action: 'session.end', actor: by, reason },
      after: { sessions },
    });
    return sessions;
  });
}

/**
 * Requests the removal of an owner's second factors, which happens 72 hours later unless the owner stops it.
 *
 * @throws DomainError as `resetFactors`
 */
export const requestFactorReset = (userId: string, reason: string, by: string): Promise<Date> =>
  transaction((tx) => resetFactors(userId, { by, reason }, tx));

/** A message with its text, for an operator. */
export type SeenText = { id: string; recipient: string; content: string | null; createdAt: string };

/**
 * Returns the newest messages of an account with their texts. Records the view with the operator's session; the owner
 * of the account sees this record under Privacy. Records the reason in the audit trail.
 *
 * @param viewer names the account, the operator's session, and the operator as the device
 */
export async function readTextsForOperator(
  viewer: Viewer,
  reason: string,
  by: AuditActor,
): Promise<SeenText[]> {
  const { userId } = viewer;
  // The reason is recorded first, so that no text is seen without it.
  await transaction((tx) =>
    recordAudit(tx, {
      ...{ accountId: userId, action: 'texts.view', actor: by, reason },
      after: { count: shownMessages },
    }),
  );
  const { entries } = await listMessages(viewer, { limit: shownMessages });
  return entries.map(({ _id: id, recipient, content, createdAt }) => ({
    ...{ id, recipient, content, createdAt },
  }));
}
