import { z } from 'zod';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { withoutSorts } from '#domain/messaging/messages/list-sql.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { pseudonymOf } from '#domain/messaging/privacy/request-erasure.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { query, storedNow, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { defineSettings } from '#platform/settings.ts';

/**
 * Starts the purge of accounts whose deletion is due. Skips rows that are locked, because the owner may be undoing the
 * deletion. An undo that begins after this statement sees `started_at` and fails.
 */
const start = `
  UPDATE account_deletions SET started_at = now()
  WHERE user_id IN (
    SELECT user_id FROM account_deletions
    WHERE started_at IS NULL AND done_at IS NULL AND due_at <= ${storedNow}
    ORDER BY due_at LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING user_id AS "userId"`;

/** A worker that is writing the export notices this at its next batch and stops. */
const endExports = `UPDATE account_exports SET state = 'expired' WHERE user_id = ANY ($1)`;

const endSessions = `DELETE FROM sessions WHERE user_id = ANY ($1)`;
const deleteKeys = `DELETE FROM credentials WHERE user_id = ANY ($1)`;

const readOpen = `
  SELECT user_id AS "userId" FROM account_deletions
  WHERE started_at IS NOT NULL AND done_at IS NULL ORDER BY random() LIMIT 20`;

/** Maximum number of batches per run, over all accounts. The next run continues a minute later. */
const maxBatches = 40;

/**
 * Deletes accounts whose deletion can no longer be undone, in batches.
 *
 * @returns how many accounts it has purged, completely or in part
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
    await purgeForAWhile(userId, Math.max(1, Math.floor(maxBatches / open.length)));
  }
  return open.length;
}

const perBatch = 2_000;

/** Deletes a batch by ctid. If another transaction updates a row at the same time, the next batch deletes that row. */
const statementOf = (table: string) => `
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE user_id = $1 LIMIT ${perBatch})) RETURNING 1`;

/** Deletes only exports without parts. `purgeExports` deletes the parts first. */
const deleteExports = `DELETE FROM account_exports WHERE user_id = $1 AND bytes = 0`;
const exportsLeft = `SELECT 1 FROM account_exports WHERE user_id = $1`;

/**
 * Tables whose rows the purge deletes, in this order: large tables first. Foreign keys delete the rows of the tables in
 * `deletedWith`.
 */
export const deletedTables = [
  'otps',
  'message_callbacks',
  'webhook_queue',
  'webhook_events',
  'webhook_recoveries',
  'webhook_endpoints',
  'webhook_listener_events',
  'webhook_listeners',
  'hooks',
  'scheduled_messages',
  'failed_requests',
  'stat_increments',
  'account_stats',
  'daily_stats',
  'suppressions',
  'erasures',
  'text_purges',
  'notifications',
  'dlt_templates',
  'dlt_links',
  'dlt_drift',
  'dlt_imports',
  'dlt_registries',
  'otp_services',
  'otp_throttles',
  'notification_channels',
  'email_changes',
  'known_devices',
  'login_codes',
  'totp_factors',
  'recovery_codes',
  'pending_sign_ins',
  'trusted_devices',
  'passkeys',
  'passkey_challenges',
  'factor_resets',
  'account_tokens',
  'identities',
  'sessions',
  'operators',
  'account_suspensions',
  'credentials',
  'avatars',
  'settings',
] as const;

/** Tables whose rows a foreign key deletes along with the row that they refer to. */
export const deletedWith = {
  replaced_session_tokens: 'sessions',
  webhook_attempts: 'webhook_events',
  webhook_secrets: 'webhook_endpoints',
  otp_send_attempts: 'otps',
  otp_service_hours: 'otp_services',
  dlt_entities: 'dlt_registries',
  dlt_headers: 'dlt_registries',
  dlt_chains: 'dlt_registries',
  dlt_header_evidence: 'dlt_registries',
  dlt_header_decisions: 'dlt_registries',
} as const;

/**
 * Deletes a batch of an account's data, except messages and billing records that must be kept.
 *
 * @returns whether all of this data is deleted
 */
async function deleteRows(userId: string): Promise<boolean> {
  for (const table of deletedTables) {
    const rows = await query(`delete-rows-${table}`, statementOf(table), [userId]);
    if (rows.length === perBatch) return false;
  }
  await query('delete-exports', deleteExports, [userId]);
  return (await query('exports-left', exportsLeft, [userId])).length === 0;
}

/** Messages per statement: few enough for PostgreSQL to look each one up by its id. */
const erasedPerBatch = 1_000;

/** Sorts like the index of account and id, so that PostgreSQL uses no other index (`list-sql.ts`). */
const findMessagesSql = `
  SELECT id, recipient FROM messages
  WHERE (user_id, id) > ($1, $2) AND (user_id, id) < ($1, 'msg_8') AND id > $2
  ORDER BY user_id, id LIMIT ${erasedPerBatch}`;

const readCursor = `SELECT messages_until AS "until" FROM account_deletions WHERE user_id = $1`;

/** The ids are parameters, so that PostgreSQL looks each one up in the partition of its month (docs/decisions/046). */
const erase = `
  WITH given AS (SELECT * FROM unnest($2::text[], $3::text[]) AS g(id, pseudonym)),
  parts AS (
    UPDATE message_parts SET recipient = pseudonym FROM given
    WHERE message_id = ANY ($2) AND message_id = given.id
  ),
  moved AS (UPDATE account_deletions SET messages_until = $4 WHERE user_id = $1)
  UPDATE messages SET recipient = pseudonym, content = NULL, encrypted_content = NULL FROM given
  WHERE messages.id = ANY ($2) AND messages.id = given.id`;

/**
 * Deletes the texts of the next messages of an account, and replaces the numbers by pseudonyms. The other fields stay,
 * because the law requires the log for a year (DPDP Rules 2025, rule 8).
 *
 * @returns how many messages; 0 if there are no more
 */
async function eraseMessages(userId: string): Promise<number> {
  const [row] = await query<{ until: string }>('erased-until', readCursor, [userId]);
  const from = row?.until || 'msg_';
  const found = await transaction(
    async (tx) => {
      await tx.query(withoutSorts);
      type Found = { id: string; recipient: string };
      return query<Found>('messages-to-erase', findMessagesSql, [userId, from], tx);
    },
    { snapshot: true },
  );
  const last = found.at(-1);
  if (!last) return 0;
  const pseudonyms = found.map(({ recipient }) =>
    recipient.startsWith('+') ? pseudonymOf(userId, recipient) : recipient,
  );
  const ids = found.map(({ id }) => id);
  await query('erase-account-messages', erase, [userId, ids, pseudonyms, last.id]);
  return found.length;
}

async function purgeForAWhile(userId: string, batches: number): Promise<void> {
  for (let left = batches; left > 0; left -= 1) {
    if ((await eraseMessages(userId)) > 0) continue;
    if (await deleteRows(userId)) return finish(userId);
  }
}

const lock = `
  SELECT email FROM users JOIN account_deletions ON user_id = id
  WHERE id = $1 AND done_at IS NULL FOR UPDATE`;

/**
 * Deletes the records of emails to the owner. Emails with codes are kept, because other accounts sent these to the address.
 * Records of these emails, and of the email about the deletion, are deleted after 30 days as usual.
 */
const deleteEmails = `DELETE FROM emails WHERE lower(email) = lower($1) AND kind <> 'otp_code'`;

/**
 * Removes the personal data from the account's row. An email address without @ cannot receive email and cannot be used to sign
 * up or sign in.
 */
const scrub = `
  UPDATE users SET name = 'Deleted account', email = 'deleted ' || id, email_key = lower('deleted ' || id),
    email_confirmed_at = NULL, signed_up_from = NULL, signed_up_network = NULL, password_hash = NULL
  WHERE id = $1`;

const scrubReasons = `UPDATE subscriptions SET cancel_reason = NULL WHERE user_id = $1`;

/**
 * Sets the shortest message retention that the law allows, so that the message log is deleted as early as possible. The
 * setting is dated two days back, because a new retention takes effect only after a day.
 */
const keepLogShortly = `
  INSERT INTO settings (user_id, allowed_addresses, email, message_retention_days, message_retention_set_at)
  VALUES ($1, '{}', false, $2, now() - interval '2 days')`;

const end = 'UPDATE account_deletions SET done_at = now() WHERE user_id = $1';

/** The events stay until their retention ends, without names, addresses and values. */
const redact = 'SELECT audit.redact($1)';

/** Removes the personal data from the row of the account, so that its email address can be used to sign up again. */
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
    await query('redact-audit-trail', redact, [userId], tx);
    await recordAudit(tx, { accountId: userId, action: 'account.purge' });
    tx.afterCommit(() => logger.info({ userId }, 'account deleted'));
  });
}

/** How long the records of deleted accounts are kept. */
const recordSettings = defineSettings({
  /**
   * In whole financial years. The Companies Act, section 128 (5), requires books of account for eight years; the CGST Act,
   * section 36, requires records for 72 months after the annual return is due.
   */
  BILLING_RECORDS_YEARS: z.coerce.number().int().min(1).max(30).default(8),
});

/**
 * Finds deleted accounts whose records may be deleted. Records of an account that never paid may be deleted with the account's
 * last message. Other records are kept for `BILLING_RECORDS_YEARS` whole financial years (April to March) after the financial
 * year of the deletion.
 */
const findRecordsSql = `
  SELECT user_id AS "userId" FROM account_deletions
  WHERE done_at < now() - make_interval(days => $1) AND CASE
    WHEN EXISTS (SELECT FROM orders WHERE orders.user_id = account_deletions.user_id AND status = 'completed')
    THEN done_at AT TIME ZONE 'Asia/Kolkata' < date_trunc('year', now() AT TIME ZONE 'Asia/Kolkata' - interval '3 months')
      + interval '3 months' - make_interval(years => $2)
    ELSE true END
  LIMIT 100`;

const deleteInvoices = `
  DELETE FROM invoices WHERE order_id IN (SELECT id FROM orders WHERE user_id = ANY ($1))`;

/** Foreign keys also delete orders, payments, refunds, periods and the row of the deletion. */
const deleteUsers = 'DELETE FROM users WHERE id = ANY ($1) RETURNING id';

/** Messages are deleted by whole months, so up to 31 days after they expire. */
const monthDays = 31;

/** Deletes the remaining records of accounts that were deleted long ago. @returns how many accounts it removed */
export async function purgeRecords(): Promise<number> {
  const days = retentionSettings.MESSAGE_RETENTION_DAYS + monthDays;
  const values = [days, recordSettings.BILLING_RECORDS_YEARS];
  const found = await query<{ userId: string }>('find-old-records', findRecordsSql, values);
  if (found.length === 0) return 0;
  const ids = found.map(({ userId }) => userId);
  return transaction(async (tx) => {
    await query('delete-old-invoices', deleteInvoices, [ids], tx);
    return (await query('delete-old-users', deleteUsers, [ids], tx)).length;
  });
}
