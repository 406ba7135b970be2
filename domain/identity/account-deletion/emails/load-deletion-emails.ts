import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import {
  accountDeletedEmail,
  deletionRequestedEmail,
  deletionUndoneEmail,
} from './deletion-emails.ts';

const findUser = ({ email }: EmailRequest) =>
  prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    include: { deletion: true },
  });

/** Loads the notice and issues its link; null if the deletion was undone or has begun. */
export async function loadDeletionRequestedEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await findUser(request);
  if (!user?.deletion || user.deletion.startedAt) return null;
  const token = await issueMailedToken('undo_account_deletion', user.id, user.email);
  const link = `${serverSettings.PUBLIC_URL}/undo-account-deletion/${token}`;
  const name = emailGreetingName(user);
  return { to: user.email, content: deletionRequestedEmail(name, user.deletion.dueAt, link) };
}

/** Null if the account is to be deleted again by now. */
export async function loadDeletionUndoneEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await findUser(request);
  if (!user || user.deletion) return null;
  const link = `${serverSettings.PUBLIC_URL}/forget-password`;
  const content = deletionUndoneEmail(emailGreetingName(user), request.createdAt, link);
  return { to: user.email, content };
}

/** The address belongs to no account any more, or to a new one. */
export const loadAccountDeletedEmail = async ({
  email,
}: EmailRequest): Promise<AddressedEmail> => ({
  to: email,
  content: accountDeletedEmail(),
});
