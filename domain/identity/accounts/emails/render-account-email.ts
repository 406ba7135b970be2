import type {
  AddressedEmail,
  EmailKind,
  EmailRequest,
} from '#domain/notifications/email/contract.ts';
import {
  type EmailContent,
  emailGreetingName,
} from '#domain/notifications/email/templates/email-content.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { issueMailedToken } from '../account-tokens.ts';
import { loginCode } from '../contract.browser.ts';
import { issueLoginCode } from '../login-code.ts';
import {
  loginCodeEmail,
  newSignInEmail,
  passwordChangedEmail,
  resetPasswordEmail,
  welcomeEmail,
} from './account-emails.ts';

type AccountEmailKind = Extract<
  EmailKind,
  'welcome' | 'reset_password' | 'password_changed' | 'login_code' | 'new_sign_in'
>;

type Recipient = { id: string; name: string; email: string; emailConfirmedAt: Date | null };

/**
 * Renders an email about an account and issues its link; an earlier link of the same purpose
 * becomes invalid.
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

const renderByKind: Record<AccountEmailKind, RenderEmail> = {
  async welcome({ id, name, email, emailConfirmedAt }) {
    if (emailConfirmedAt) return welcomeEmail(name, null);
    const token = await issueMailedToken('confirm_email', id, email);
    return welcomeEmail(name, `${serverSettings.PUBLIC_URL}/confirm-email/${token}`);
  },
  // Also without a password: accounts that were created through a provider get their first one this
  // way.
  async reset_password({ id, name, email }) {
    const token = await issueMailedToken('reset_password', id, email);
    return resetPasswordEmail(name, `${serverSettings.PUBLIC_URL}/reset-password/${token}`);
  },
  async login_code({ id, name }, requestedAt) {
    // The user has requested another code by now, or given up.
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
    // A reset turns keys off once: it confirms the address. A key stays off, with this reason, until its owner turns it on.
    const where = { userId: id, offReason: 'password_reset' } as const;
    const keysOff = about === id ? await prisma.credential.count({ where }) : 0;
    return passwordChangedEmail(
      name,
      requestedAt,
      `${serverSettings.PUBLIC_URL}/forget-password`,
      keysOff,
    );
  },
};
