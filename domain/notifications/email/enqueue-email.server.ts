import { requestNotifications } from '#domain/notifications/channels/request-notifications.server.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { takeFromDay } from './consume-daily-limit.server.ts';
import type { EmailKind } from './contract.ts';
import { enqueueEmails } from './enqueue-emails.server.ts';
import { emailKinds } from './kinds.ts';

const confirmed = 'SELECT 1 FROM users WHERE email_key = $1 AND email_confirmed_at IS NOT NULL';

const insert = `
  INSERT INTO emails (id, kind, email, about, is_last_of_day, created_at, due_at)
  VALUES ($1, $2::email_kind, $3, $4, $5, $6, $6)`;

/**
 * Asks for a letter, and for the notifications beside it. The worker writes them, if there is an account with this
 * address. What `mailKinds` does not allow is not mailed, without a word to whoever brought it about.
 *
 * @param email as it was given
 * @param on the transaction that does what the letter tells, so that there is neither without the other
 * @param about the id of what it tells, where it is not about the account
 */
export async function enqueueEmail(
  kind: EmailKind,
  email: string,
  on?: Transaction,
  about?: string,
): Promise<void> {
  // The installation's own account has no mailbox.
  if (!email.includes('@')) return;
  await mail(kind, email, on, about);
  await requestNotifications(kind, email, on, about);
}

async function mail(
  kind: EmailKind,
  email: string,
  on: Transaction | undefined,
  about: string | undefined,
): Promise<void> {
  if (!emailKinds[kind].toUnconfirmed) {
    const found = await query('is-mailbox-confirmed', confirmed, [normalizeEmail(email)], on);
    if (found.length === 0) return;
  }
  const { allowed, isLast } = await takeFromDay(kind, email);
  if (!allowed) return;
  const now = clock.now();
  const id = newId('mail', now.getTime());
  await query('request-mail', insert, [id, kind, email, about ?? null, isLast, now], on);
  const enqueue = () => void enqueueEmails([{ id, kind }]);
  if (on) on.afterCommit(enqueue);
  else enqueue();
}
