import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { undoWindowMs } from '../contract.ts';

const taken = `
  SELECT 1 FROM users WHERE email_key = $1
  UNION ALL
  SELECT 1 FROM email_changes
  WHERE old_email_key = $1 AND user_id <> $2 AND confirmed_at IS NOT NULL AND undo_until > $3`;

/** A form that was sent twice asks for the same change twice. */
const sentTwiceMs = 60_000;

const justRequested = `
  SELECT 1 FROM email_changes
  WHERE user_id = $1 AND new_email_key = $2 AND confirmed_at IS NULL AND ended_at IS NULL
    AND requested_at > $3`;

/** A user has one change under way: another one takes its place, and its link is void. */
const replace = `
  WITH void AS (DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'change_email')
  UPDATE email_changes SET ended_at = $2
  WHERE user_id = $1 AND confirmed_at IS NULL AND ended_at IS NULL`;

/** An address that was never confirmed may be a stranger's, who must be able to undo nothing. */
const insert = `
  INSERT INTO email_changes
    (id, user_id, old_email, old_email_key, new_email, new_email_key, requested_at, undo_until)
  SELECT $1, users.id, users.email, users.email_key, $3, $4, $5,
    CASE WHEN users.email_confirmed_at IS NOT NULL THEN $6::timestamptz END
  FROM users WHERE users.id = $2
  RETURNING old_email AS "oldEmail", undo_until IS NOT NULL AS "canUndo"`;

/**
 * Begins a change of an account's address: the new one is mailed a link that confirms it, the old one a link that
 * undoes the change. Until the new one is confirmed the account keeps the old one. The same change, asked for again
 * within a minute, is the one that is under way already.
 *
 * @param on a transaction that holds the user's row
 * @throws DomainError `email_taken`
 */
export async function requestEmailChange(
  userId: string,
  email: string,
  on: Transaction,
): Promise<void> {
  const now = clock.now();
  const key = normalizeEmail(email);
  const param = { param: 'email' };
  const found = await query('is-new-address-taken', taken, [key, userId, now], on);
  if (found.length > 0) throw new DomainError('email_taken', param);
  const since = new Date(now.getTime() - sentTwiceMs);
  const same = await query('email-change-just-requested', justRequested, [userId, key, since], on);
  if (same.length > 0) return;
  await query('replace-email-change', replace, [userId, now], on);
  const id = newId('emc', now.getTime());
  const undoUntil = new Date(now.getTime() + undoWindowMs);
  const values = [id, userId, email, key, now, undoUntil];
  const [change] = await query<{ oldEmail: string; canUndo: boolean }>(
    'insert-email-change',
    insert,
    values,
    on,
  );
  await enqueueEmail('email_change_link', email, on, id);
  if (change?.canUndo) await enqueueEmail('email_change_notice', change.oldEmail, on, id);
}
