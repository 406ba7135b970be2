import { recordAudit } from '#domain/audit/record-audit.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { listSecretKeyHashes } from './create-key.ts';

const report = `
  UPDATE credentials SET is_active = false, off_reason = 'leak_reported', leak_reported_at = $2, leak_notified_at = NULL
  WHERE (secret_hash = ANY($1::bytea[]) OR (previous_secret_hash = ANY($1::bytea[]) AND previous_ends_at > $2))
    AND off_reason IS DISTINCT FROM 'leak_reported'
  RETURNING key_id AS "keyId", user_id AS "userId"`;

/**
 * Turns off the key with this secret, even if the secret is a previous one that still works after a roll. Every process
 * rejects the key within a second. The same single statement runs whether or not the key exists, and `notifyOfLeaks` emails
 * the owner later, so that the response time does not reveal whether the key exists.
 */
export async function reportLeak(secretKey: string): Promise<void> {
  const values = [listSecretKeyHashes(secretKey), clock.now()];
  const keys = await transaction(async (tx) => {
    const found = await query<{ keyId: string; userId: string }>('report-leak', report, values, tx);
    for (const { keyId, userId } of found) {
      await recordAudit(tx, {
        accountId: userId,
        action: 'key.report_leak',
        targets: [{ type: 'key', id: keyId }],
      });
    }
    return found;
  });
  for (const { keyId } of keys) logAuthEvent('key_turned_off', { keyId, reason: 'leak_reported' });
}

const take = `
  UPDATE credentials SET leak_notified_at = $1
  WHERE id = (
    SELECT id FROM credentials WHERE leak_reported_at IS NOT NULL AND leak_notified_at IS NULL
    LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, (SELECT email FROM users WHERE users.id = user_id) AS email`;

/** Maximum number of keys per run of `notifyOfLeaks`; the next run follows five seconds later. */
const maxNotified = 200;

/**
 * Enqueues the emails about keys that were reported as leaked.
 *
 * @returns how many
 */
export async function notifyOfLeaks(): Promise<number> {
  const notifyOne = () =>
    transaction(async (tx) => {
      const [key] = await query<{ id: string; email: string }>(
        'take-leak',
        take,
        [clock.now()],
        tx,
      );
      if (key) await enqueueEmail('key_leaked', key.email, tx, key.id);
      return key !== undefined;
    });
  let done = 0;
  while (done < maxNotified && (await notifyOne())) done++;
  return done;
}
