import { hashSessionToken } from '#domain/identity/sessions/create-session.server.ts';
import { activeSessionSql } from '#domain/identity/sessions/lock-session.server.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';

/** A session of an account that is to be deleted, which may undo that and nothing else. */
export type PendingDeletion = { userId: string; sessionId: string; dueAt: Date };

const bySession = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", due_at AS "dueAt"
  FROM sessions AS s JOIN account_deletions USING (user_id)
  WHERE token_hash = $1 AND kind = 'browser' AND ${activeSessionSql('s', '$2')} AND started_at IS NULL`;

/** The pending deletion of the account of a browser's session; `findSession` does not find such a session. */
export async function findPendingDeletion(token: string): Promise<PendingDeletion | null> {
  const values = [hashSessionToken(token), clock.now()];
  const [found] = await query<PendingDeletion>('find-pending-deletion', bySession, values);
  return found ?? null;
}
