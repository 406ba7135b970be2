import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { insertEmail } from '#domain/notifications/email/insert-email.ts';
import type { Transaction } from '#platform/db.ts';
import { requestNotifications } from './request-notifications.ts';

/**
 * Enqueues an email and its notifications. The worker renders them, if an account has this address.
 * Emails beyond the limits of `emailKinds` are silently dropped.
 *
 * @param email as entered
 * @param tx the transaction of the event itself, so that both commit together
 * @param about the id of the row that it is about, if not the account
 */
export async function enqueueEmail(
  kind: EmailKind,
  email: string,
  tx?: Transaction,
  about?: string,
): Promise<void> {
  // The installation's own account has no valid address.
  if (!email.includes('@')) return;
  await insertEmail(kind, email, tx, about);
  await requestNotifications(kind, email, tx, about);
}
