import { requestNotifications } from '#domain/notifications/request-notifications.server.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { nudge } from '#platform/queue.server.ts';
import type { MailKind } from './contract.ts';
import { sendMailJob } from './jobs.ts';

const statement = `
  INSERT INTO mails (id, kind, email, about, created_at, due_at)
  VALUES ($1, $2::mail_kind, $3, $4, $5, $5)`;

/**
 * Asks for a letter, and for the notifications beside it. The worker writes them, if there is an account with this
 * address.
 *
 * @param email as it was given
 * @param on the transaction that does what the letter tells, so that there is neither without the other
 * @param about the id of what it tells, where it is not about the account
 */
export async function requestMail(
  kind: MailKind,
  email: string,
  on?: Transaction,
  about?: string,
): Promise<void> {
  // The installation's own account has no mailbox.
  if (!email.includes('@')) return;
  const now = clock.now();
  const id = newId('mail', now.getTime());
  await query('request-mail', statement, [id, kind, email, about ?? null, now], on);
  await requestNotifications(kind, email, on, about);
  const tell = () => void nudge(sendMailJob, [{ mailId: id }]);
  if (on) on.afterCommit(tell);
  else tell();
}
