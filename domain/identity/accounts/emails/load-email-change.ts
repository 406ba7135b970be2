import type {
  AddressedEmail,
  EmailContent,
  EmailRequest,
} from '#domain/notifications/email/contract.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { issueToken } from '../account-tokens.ts';
import { emailChangeTtlMs, undoLinkTtlMs } from '../contract.browser.ts';

const findChange = ({ about }: EmailRequest) =>
  prisma.emailChange.findUnique({
    where: { id: about ?? '' },
    include: { user: { select: { name: true } } },
  });

/** Email to the new address, with the link that confirms it. */
function emailChangeLinkEmail(name: string, link: string): EmailContent {
  return {
    subject: 'Confirm your new email address for Dakiya',
    name,
    heading: 'Confirm your new email address',
    paragraphs: [
      'Someone, probably you, wants to use this email address for a Dakiya account. Log in to the account and confirm it:',
    ],
    action: { label: 'Confirm my address', href: link },
    afterwards: [
      'The link works once, within 24 hours. A later email makes it invalid.',
      'If it was not you, ignore this email: nothing changes.',
    ],
  };
}

type Notice = {
  name: string;
  newEmail: string;
  /** When the new address was confirmed; null until then. */
  confirmedAt: Date | null;
  /** When the link expires. */
  undoUntil: Date;
  link: string;
};

/** Email to the old address, with the link that undoes the change. */
function emailChangeNoticeEmail(notice: Notice): EmailContent {
  const { name, newEmail, confirmedAt, undoUntil, link } = notice;
  const heading = confirmedAt
    ? 'Your email address was changed'
    : 'Someone wants to change your email address';
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
      'If that was you, you need not do anything. If it was not, someone else knows your password. Undo the change now: the account keeps this address, all devices are logged out, and you choose a new password.',
    ],
    action: { label: 'Undo the change', href: link },
    afterwards: [`The link works until ${formatLongTime(undoUntil)}.`],
  };
}

/**
 * Loads the email to the new address, and issues its link. Returns null if the change has already been confirmed, replaced or
 * cancelled.
 */
export async function loadEmailChangeLink(request: EmailRequest): Promise<AddressedEmail | null> {
  const change = await findChange(request);
  if (!change || change.confirmedAt || change.endedAt) return null;
  const token = await issueToken({
    purpose: 'change_email',
    userId: change.userId,
    lifeMs: change.requestedAt.getTime() + emailChangeTtlMs - clock.now().getTime(),
    boundTo: change.newEmailKey,
  });
  // The new address may belong to another person, who must not see a name that the user chose.
  const content = emailChangeLinkEmail('', `${serverSettings.PUBLIC_URL}/confirm-email/${token}`);
  return { to: change.newEmail, content };
}

/**
 * Loads the email to the old address, and issues its undo link. Returns null if the change can no longer be undone. Earlier
 * undo links stay valid, so that an attacker cannot invalidate them by requesting another change.
 */
export async function loadEmailChangeNotice(request: EmailRequest): Promise<AddressedEmail | null> {
  const change = await findChange(request);
  if (!change?.undoUntil || change.undoUntil <= clock.now()) return null;
  const token = await issueToken({
    purpose: 'undo_email_change',
    userId: change.userId,
    lifeMs: undoLinkTtlMs,
    boundTo: change.id,
    besideOthers: true,
  });
  const { newEmail, confirmedAt, undoUntil, user } = change;
  const link = `${serverSettings.PUBLIC_URL}/undo-email-change/${token}`;
  const content = emailChangeNoticeEmail({
    name: user.name,
    newEmail,
    confirmedAt,
    undoUntil,
    link,
  });
  return { to: change.oldEmail, content };
}
