import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongTime } from '#domain/shared/days-in-india.browser.ts';

/** Email to the new address, with the link that confirms it. */
export function emailChangeLinkEmail(name: string, link: string): EmailContent {
  return {
    subject: 'Confirm your new email address for Dakiya',
    name,
    heading: 'Confirm your new email address',
    paragraphs: [
      'Somebody, probably you, wants to use this email address for a Dakiya account. Sign in to the account and confirm it:',
    ],
    action: { label: 'Confirm my address', href: link },
    afterwards: [
      'The link is good once, within 24 hours. A later mail makes it void.',
      'If it was not you, ignore this mail: nothing changes.',
    ],
  };
}

type Notice = {
  name: string;
  newEmail: string;
  /** When the new address was confirmed; null while it is not. */
  confirmedAt: Date | null;
  /** When the link expires. */
  undoUntil: Date;
  link: string;
};

/** Email to the old address, with the link that undoes the change. */
export function emailChangeNoticeEmail(notice: Notice): EmailContent {
  const { name, newEmail, confirmedAt, undoUntil, link } = notice;
  const heading = confirmedAt
    ? 'Your email address was changed'
    : 'Somebody wants to change your email address';
  return {
    subject: confirmedAt
      ? 'The email address of your Dakiya account was changed'
      : 'Your Dakiya account is about to get another email address',
    name,
    heading,
    paragraphs: [
      confirmedAt
        ? `The email address of your Dakiya account was changed to ${newEmail} on ${formatLongTime(confirmedAt)}.`
        : `The email address of your Dakiya account will be ${newEmail} as soon as that address is confirmed.`,
      'If that was you, you need not do anything. If it was not, somebody knows your password. Undo the change now: the account keeps this address, everybody is signed out, and you choose a new password.',
    ],
    action: { label: 'Undo the change', href: link },
    afterwards: [`The link is good until ${formatLongTime(undoUntil)}.`],
  };
}
