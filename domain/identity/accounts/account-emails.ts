import {
  type AddressedEmail,
  type EmailContent,
  type EmailKind,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { issueMailedToken, issueToken } from './account-tokens.ts';
import { emailChangeTtlMs, loginCode, undoLinkTtlMs } from './contract.browser.ts';
import { issueLoginCode } from './log-in.ts';

type AccountEmailKind = Extract<
  EmailKind,
  'welcome' | 'reset_password' | 'password_changed' | 'login_code' | 'new_sign_in'
>;

type Recipient = { id: string; name: string; email: string; emailConfirmedAt: Date | null };

/**
 * Renders an email about an account, and issues its link. Earlier links with the same purpose become invalid.
 *
 * @returns null if no account has this address, or the email no longer applies
 */
export async function renderAccountEmail(
  kind: AccountEmailKind,
  { email, createdAt, about }: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    select: { id: true, name: true, email: true, emailConfirmedAt: true },
  });
  if (!user) return null;
  const content = await renderByKind[kind](
    { ...user, name: emailGreetingName(user) },
    createdAt,
    about,
  );
  return content && { to: user.email, content };
}

type RenderEmail = (
  user: Recipient,
  requestedAt: Date,
  about: string | null,
) => Promise<EmailContent | null>;

/**
 * The email that a user gets after sign-up, and again on request.
 *
 * @param link the link that confirms the address; null if it is confirmed already
 */
export function welcomeEmail(name: string, link: string | null): EmailContent {
  if (link === null) {
    return {
      subject: 'Welcome to Dakiya',
      name,
      heading: 'Welcome to Dakiya',
      paragraphs: ['Your account is ready, and your email address is confirmed.'],
    };
  }
  return {
    subject: 'Welcome to Dakiya: please confirm your address',
    name,
    heading: 'Welcome to Dakiya',
    paragraphs: ['Your account is ready. Please confirm that this email address is yours.'],
    action: { label: 'Confirm my address', href: link },
    afterwards: [
      'The link works once, within 7 days.',
      'If you did not sign up, someone entered your address by mistake: you need not do anything.',
    ],
  };
}

export function resetPasswordEmail(name: string, link: string): EmailContent {
  return {
    subject: 'Reset your Dakiya password',
    name,
    heading: 'Reset your password',
    paragraphs: ['We received a request to reset the password of your Dakiya account.'],
    action: { label: 'Choose a new password', href: link },
    afterwards: [
      'The link works once and expires in 30 minutes. Requesting a new link cancels this one.',
      'If you did not ask for it, ignore this email: your password stays as it is.',
    ],
  };
}

/**
 * The email after a password has changed.
 *
 * @param link the page on which the user resets the password again
 * @param keysOff how many API keys a password reset has turned off, because the account's email address was unconfirmed; null
 *   if the reset has turned nothing off
 */
export function passwordChangedEmail(
  name: string,
  changedAt: Date,
  link: string,
  keysOff: number | null = null,
): EmailContent {
  return {
    subject: 'Your Dakiya password was changed',
    name,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your Dakiya account was changed on ${formatLongTime(changedAt)}. All other devices were logged out.`,
      ...(keysOff !== null
        ? [...turnedOff(keysOff), 'If you did not change the password, choose a new one now:']
        : ['If that was you, you need not do anything. If it was not, choose a new password now:']),
    ],
    action: { label: 'Set a new password', href: link },
  };
}

const turnedOff = (keys: number) => [
  ...(keys > 0 ? [keysTurnedOff(keys)] : []),
  `Any webhook endpoints and hooks are off, and any notifications by SMS and Slack are disconnected, ${keys > 0 ? 'for the same reason' : 'because the email address of the account was not confirmed when the password was reset: another person may have added them'}. Turn yours on again under Webhooks and Hooks, and connect your notifications again under Settings.`,
];

const keysTurnedOff = (count: number) =>
  `We turned off ${count === 1 ? 'one API key' : `${count} API keys`}, because the email address of the account was not confirmed when the password was reset: another person may have created ${count === 1 ? 'it' : 'them'}. Sign in and, under Manage API, turn on the keys that are yours and delete the others.`;

/**
 * The email with the code that a login requires besides the password.
 *
 * @param link page that resets the password
 */
export function loginCodeEmail(name: string, code: string, link: string): EmailContent {
  return {
    subject: `${code} is your Dakiya login code`,
    name,
    heading: 'Your login code',
    paragraphs: [
      `Your code is ${code}. Enter it together with your password. It works once, within ${loginCode.ttlMs / 60_000} minutes, and a later code replaces it.`,
      'We ask for it because many wrong passwords were tried for your account today. For now, the password alone is not enough to log in: do not share this code with anyone.',
      'Your correct password was entered just now. If that was not you, choose a new password:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}

/**
 * Notice of a sign-in from a new device.
 *
 * @param device its name, such as `Firefox on Linux`
 * @param link page that resets the password
 */
export function newSignInEmail(name: string, device: string, at: Date, link: string): EmailContent {
  return {
    subject: 'New login to your Dakiya account',
    name,
    heading: 'New login to your account',
    paragraphs: [
      `Someone logged in to your Dakiya account on ${formatLongTime(at)} from a device that you have not used here before: ${device}.`,
      'If that was you, you need not do anything. If it was not, set a new password now. It signs out all devices:',
    ],
    action: { label: 'Set a new password', href: link },
    afterwards: ['Your dashboard lists all devices that are signed in, under Account.'],
  };
}

const renderByKind: Record<AccountEmailKind, RenderEmail> = {
  async welcome({ id, name, email, emailConfirmedAt }) {
    if (emailConfirmedAt) return welcomeEmail(name, null);
    const token = await issueMailedToken('confirm_email', id, email);
    return welcomeEmail(name, `${serverSettings.PUBLIC_URL}/confirm-email/${token}`);
  },
  // An account that was created through a provider has no password. Such an account gets this email too, and the owner sets
  // the first password with the link.
  async reset_password({ id, name, email }) {
    const token = await issueMailedToken('reset_password', id, email);
    return resetPasswordEmail(name, `${serverSettings.PUBLIC_URL}/reset-password/${token}`);
  },
  async login_code({ id, name }, requestedAt) {
    // The request is too old: the user has requested another code or given up.
    if (clock.now().getTime() - requestedAt.getTime() > loginCode.ttlMs) return null;
    const code = await issueLoginCode(id);
    return loginCodeEmail(name, code, `${serverSettings.PUBLIC_URL}/forget-password`);
  },
  async new_sign_in({ id: userId, name }, requestedAt, about) {
    const where = { id: about ?? '', userId };
    const device = await prisma.knownDevice.findUnique({ where, select: { name: true } });
    return (
      device &&
      newSignInEmail(name, device.name, requestedAt, `${serverSettings.PUBLIC_URL}/forget-password`)
    );
  },
  async password_changed({ id, name }, requestedAt, about) {
    // A reset turns keys off only if the address is unconfirmed. Because a reset also confirms the address, only an account's
    // first reset turns keys off. A key keeps this `offReason` until its owner turns the key on.
    const where = { userId: id, offReason: 'password_reset' } as const;
    const keysOff = about === id ? await prisma.credential.count({ where }) : null;
    return passwordChangedEmail(
      name,
      requestedAt,
      `${serverSettings.PUBLIC_URL}/forget-password`,
      keysOff,
    );
  },
};

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
