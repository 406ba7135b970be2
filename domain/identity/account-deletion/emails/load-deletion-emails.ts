import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';

const findUser = ({ email }: EmailRequest) =>
  prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    include: { deletion: true },
  });

/**
 * The email that announces the deletion of an account.
 *
 * @param link the page that undoes the deletion
 */
function deletionRequestedEmail(name: string, dueAt: Date, link: string): EmailContent {
  return {
    subject: 'Your Dakiya account is going to be deleted',
    name,
    heading: 'Your account is going to be deleted',
    paragraphs: [
      `Someone who knows your password, probably you, asked us to delete your Dakiya account. The deletion begins on ${formatLongTime(dueAt)}.`,
      'All devices have been logged out, and your API keys no longer work. Messages that were not sent yet have been cancelled.',
      'If you have changed your mind, or if it was not you, keep your account:',
    ],
    action: { label: 'Keep my account', href: link },
    afterwards: [
      `The link works until then. You can also log in and press the same button. If it was not you, choose a new password afterwards.`,
    ],
  };
}

/**
 * The email that confirms that the deletion was undone.
 *
 * @param link the page on which the user resets the password
 */
function deletionUndoneEmail(name: string, at: Date, link: string): EmailContent {
  return {
    subject: 'Your Dakiya account stays',
    name,
    heading: 'Your account stays',
    paragraphs: [
      `The deletion of your Dakiya account was undone on ${formatLongTime(at)}. Your API keys work again. Messages that were cancelled stay cancelled.`,
      'If you did not ask for the deletion yourself, someone else knows your password. Choose a new one:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}

/** The email that tells the former address of an account that the deletion is done. */
function accountDeletedEmail(): EmailContent {
  return {
    subject: 'Your Dakiya account is deleted',
    name: '',
    heading: 'Your account is deleted',
    paragraphs: [
      'Your Dakiya account and the personal data in it are deleted, as you asked.',
      'Invoices and records of payments are kept for as long as tax law requires. The log of your messages is kept without texts, and with a code instead of each number, for as long as the law requires.',
      'You can sign up with this address again at any time.',
    ],
    afterwards: ['We delete the record of this email after 30 days.'],
  };
}

/**
 * Loads the email that announces a deletion, and issues the link that undoes the deletion. @returns null if the deletion was
 * undone or has begun
 */
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

/**
 * Loads the email that confirms that a deletion was undone. @returns null if the user has requested another deletion since
 * then
 */
export async function loadDeletionUndoneEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await findUser(request);
  if (!user || user.deletion) return null;
  const link = `${serverSettings.PUBLIC_URL}/forget-password`;
  const content = deletionUndoneEmail(emailGreetingName(user), request.createdAt, link);
  return { to: user.email, content };
}

/**
 * Loads the email about a finished deletion. Looks up no account, because the address now belongs to no account or to a new
 * account.
 */
export const loadAccountDeletedEmail = async ({
  email,
}: EmailRequest): Promise<AddressedEmail> => ({
  to: email,
  content: accountDeletedEmail(),
});
