import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongTime } from '#domain/shared/days-in-india.browser.ts';

/**
 * Notice that an account is to be deleted.
 *
 * @param link undoes it
 */
export function deletionRequestedEmail(name: string, dueAt: Date, link: string): EmailContent {
  return {
    subject: 'Your Dakiya account is going to be deleted',
    name,
    heading: 'Your account is going to be deleted',
    paragraphs: [
      `Somebody who knows your password, probably you, asked us to delete your Dakiya account. The deletion begins on ${formatLongTime(dueAt)}.`,
      'All devices are signed out and your API keys do not work any more. Messages that had not been sent yet are cancelled.',
      'If you have changed your mind, or if it was not you, keep your account:',
    ],
    action: { label: 'Keep my account', href: link },
    afterwards: [
      `The link works until then. You can also sign in and press the same button. If it was not you, choose a new password afterwards.`,
    ],
  };
}

/**
 * Notice that the deletion was undone.
 *
 * @param link page that resets the password
 */
export function deletionUndoneEmail(name: string, at: Date, link: string): EmailContent {
  return {
    subject: 'Your Dakiya account stays',
    name,
    heading: 'Your account stays',
    paragraphs: [
      `The deletion of your Dakiya account was undone on ${formatLongTime(at)}. Your API keys work again. Messages that were cancelled stay cancelled.`,
      'If you did not ask for the deletion yourself, somebody knows your password. Choose a new one:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}

/** Notice that the account is deleted, to the address that it had. */
export function accountDeletedEmail(): EmailContent {
  return {
    subject: 'Your Dakiya account is deleted',
    name: '',
    heading: 'Your account is deleted',
    paragraphs: [
      'Your Dakiya account and the personal data in it are deleted, as you asked.',
      'Invoices and records of payments are kept for as long as tax law requires. The log of your messages is kept without texts, and with a code in place of each number, for as long as the law requires.',
      'You can sign up with this address again at any time.',
    ],
    afterwards: ['We delete the record of this email after 30 days.'],
  };
}
