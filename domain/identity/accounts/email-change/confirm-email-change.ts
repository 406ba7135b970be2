import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { query, transaction } from '#platform/db.ts';
import { hashToken } from '../account-tokens.ts';
import { undoWindowMs } from '../contract.browser.ts';
import { cancelEmailChange } from './pending-email-change.ts';

/** Serializes a confirmation and a parallel undo of the same account. */
const lock = 'SELECT id FROM users WHERE id = $1 FOR UPDATE';

/** The token is bound to its change: a link of a replaced change does not match. */
const consumeToken = `
  WITH token AS (
    DELETE FROM account_tokens
    WHERE token_hash = $1 AND purpose = 'change_email' AND user_id = $2 AND expires_at > $3
    RETURNING bound_to
  )
  UPDATE email_changes SET
    confirmed_at = $3,
    undo_until = CASE WHEN undo_until IS NOT NULL THEN $4::timestamptz END
  FROM token
  WHERE user_id = $2 AND confirmed_at IS NULL AND ended_at IS NULL
    AND sha256(convert_to(new_email_key, 'UTF8')) = token.bound_to
  RETURNING id, old_email AS "oldEmail", new_email AS "newEmail", new_email_key AS "newEmailKey",
    undo_until IS NOT NULL AS "canUndo"`;

/** Also deletes the tokens that were emailed to the old address. */
const moveToNewAddress = `
  WITH void AS (
    DELETE FROM account_tokens
    WHERE user_id = $1 AND purpose IN ('confirm_email', 'reset_password')
  )
  UPDATE users SET email = $2, email_key = $3, email_confirmed_at = $4 WHERE id = $1`;

type Change = {
  id: string;
  oldEmail: string;
  newEmail: string;
  newEmailKey: string;
  canUndo: boolean;
};

/**
 * Confirms a change of address by the link that was emailed to the new one. Only the signed-in
 * owner can. The old address is emailed a link that undoes the change.
 *
 * @param userId the signed-in user
 * @returns whether the link was valid; it works once
 * @throws DomainError `email_taken` if another account has the address meanwhile; the change is
 *   then cancelled
 */
export async function confirmEmailChange(token: string, userId: string): Promise<boolean> {
  const now = clock.now();
  const undoUntil = new Date(now.getTime() + undoWindowMs);
  try {
    return await transaction(async (tx) => {
      await query('lock-user', lock, [userId], tx);
      const values = [hashToken(token), userId, now, undoUntil];
      const [change] = await query<Change>('consume-email-change-token', consumeToken, values, tx);
      if (!change) return false;
      const { id, oldEmail, newEmail, newEmailKey, canUndo } = change;
      await query('set-new-address', moveToNewAddress, [userId, newEmail, newEmailKey, now], tx);
      if (canUndo) await enqueueEmail('email_change_notice', oldEmail, tx, id);
      return true;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await cancelEmailChange(userId);
    throw new DomainError('email_taken', {
      message:
        'Another account has taken this email address meanwhile. Your account keeps the one that it has.',
    });
  }
}
