import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { query, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { deleteRows } from './delete-rows.ts';
import { eraseMessages } from './erase-messages.ts';

/** An undo that holds the row is waited for; what comes later finds that it has started. */
const start = `
  UPDATE account_deletions SET started_at = now()
  WHERE user_id IN (
    SELECT user_id FROM account_deletions
    WHERE started_at IS NULL AND done_at IS NULL AND due_at <= now()
    ORDER BY due_at LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING user_id AS "userId"`;

/** A worker that is writing one stops with its next portion. */
const endExports = `UPDATE account_exports SET state = 'expired' WHERE user_id = ANY ($1)`;

const endSessions = `DELETE FROM sessions WHERE user_id = ANY ($1)`;
const deleteKeys = `DELETE FROM credentials WHERE user_id = ANY ($1)`;

const readOpen = `
  SELECT user_id AS "userId" FROM account_deletions
  WHERE started_at IS NOT NULL AND done_at IS NULL ORDER BY random() LIMIT 20`;

/** Portions per run, of all accounts together; the next run goes on, a minute later. */
const maxPortions = 40;

/**
 * Deletes accounts whose time to undo it is over, in portions.
 *
 * @returns how many accounts it worked on
 */
export async function purgeAccounts(): Promise<number> {
  await transaction(async (tx) => {
    const started = await query<{ userId: string }>('start-deletions', start, [], tx);
    const ids = started.map(({ userId }) => userId);
    if (ids.length === 0) return;
    await query('end-sessions-of-deleted', endSessions, [ids], tx);
    await query('delete-keys-of-deleted', deleteKeys, [ids], tx);
    await query('end-exports-of-deleted', endExports, [ids], tx);
  });
  const open = await query<{ userId: string }>('open-deletions', readOpen, []);
  for (const { userId } of open) {
    await purgeForAWhile(userId, Math.max(1, Math.floor(maxPortions / open.length)));
  }
  return open.length;
}

async function purgeForAWhile(userId: string, portions: number): Promise<void> {
  for (let left = portions; left > 0; left -= 1) {
    if ((await eraseMessages(userId)) > 0) continue;
    if (await deleteRows(userId)) return finish(userId);
  }
}

const lock = `
  SELECT email FROM users JOIN account_deletions ON user_id = id
  WHERE id = $1 AND done_at IS NULL FOR UPDATE`;

/**
 * Records of what we have mailed. Codes were sent to the address by other accounts; they and the last email are deleted
 * after 30 days, as all are.
 */
const deleteEmails = `DELETE FROM emails WHERE lower(email) = lower($1) AND kind <> 'otp_code'`;

/** An address without @ gets no email, and nobody can sign up or in with it. */
const scrub = `
  UPDATE users SET name = 'Deleted account', email = 'deleted ' || id, email_key = lower('deleted ' || id),
    email_confirmed_at = NULL, signed_up_from = NULL, signed_up_network = NULL, password_hash = NULL
  WHERE id = $1`;

const scrubReasons = `UPDATE subscriptions SET cancel_reason = NULL WHERE user_id = $1`;

/** What is left of its messages is deleted as if the account had chosen the shortest time that the law allows. */
const keepLogShortly = `
  INSERT INTO settings (user_id, allowed_addresses, email, message_retention_days, message_retention_set_at)
  VALUES ($1, '{}', false, $2, now() - interval '2 days')`;

const end = 'UPDATE account_deletions SET done_at = now() WHERE user_id = $1';

/** Removes the personal data of the account itself, which frees its address. */
async function finish(userId: string): Promise<void> {
  await transaction(async (tx) => {
    const [user] = await query<{ email: string }>('lock-deleted-user', lock, [userId], tx);
    if (!user) return;
    await query('delete-emails-of-deleted', deleteEmails, [user.email], tx);
    await enqueueEmail('account_deleted', user.email, tx);
    await query('scrub-user', scrub, [userId], tx);
    await query('scrub-cancel-reasons', scrubReasons, [userId], tx);
    const days = retentionSettings.MESSAGE_RETENTION_MIN_DAYS;
    await query('keep-log-shortly', keepLogShortly, [userId, days], tx);
    await query('end-account-deletion', end, [userId], tx);
    tx.afterCommit(() => logger.info({ userId }, 'account deleted'));
  });
}
