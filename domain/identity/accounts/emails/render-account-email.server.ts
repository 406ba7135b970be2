import type {
  AddressedEmail,
  EmailKind,
  EmailRequest,
} from '#domain/notifications/email/contract.ts';
import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/greeting-line.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { loginCode } from '../contract.ts';
import { issueLoginCode } from '../issue-login-code.server.ts';
import { issueMailedToken } from '../issue-mailed-token.server.ts';
import { loginCodeEmail } from './login-code.ts';
import { newSignIn } from './new-sign-in.ts';
import { passwordChangedEmail } from './password-changed.ts';
import { resetPasswordEmail } from './reset-password.ts';
import { welcomeEmail } from './welcome.ts';

/** The kinds of mails that are about an account and whoever has it. */
type AccountEmailKind = Extract<
  EmailKind,
  'welcome' | 'reset_password' | 'password_changed' | 'login_code' | 'new_sign_in'
>;

type Recipient = { id: string; name: string; email: string; emailConfirmedAt: Date | null };

/**
 * Writes a letter about an account, and makes the link in it. A link made before, for the same
 * purpose, is void.
 *
 * @returns null if nobody has this address, or what it would tell is over
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
  const content = await write[kind]({ ...user, name: emailGreetingName(user) }, createdAt, about);
  return content && { to: user.email, content };
}

type Write = (user: Recipient, askedAt: Date, about: string | null) => Promise<EmailContent | null>;

const write: Record<AccountEmailKind, Write> = {
  async welcome({ id, name, email, emailConfirmedAt }) {
    if (emailConfirmedAt) return welcomeEmail(name, null);
    const token = await issueMailedToken('confirm_email', id, email);
    return welcomeEmail(name, `${serverSettings.PUBLIC_URL}/confirm-email/${token}`);
  },
  // Also for who has no password yet: this is how an account made through a provider gets one.
  async reset_password({ id, name, email }) {
    const token = await issueMailedToken('reset_password', id, email);
    return resetPasswordEmail(name, `${serverSettings.PUBLIC_URL}/reset-password/${token}`);
  },
  async login_code({ id, name }, askedAt) {
    // Whoever waited for it has asked again, or given up.
    if (clock.now().getTime() - askedAt.getTime() > loginCode.lifeMs) return null;
    const code = await issueLoginCode(id);
    return loginCodeEmail(name, code, `${serverSettings.PUBLIC_URL}/forget-password`);
  },
  async new_sign_in({ id: userId, name }, askedAt, about) {
    const where = { id: about ?? '', userId };
    const device = await prisma.knownDevice.findUnique({ where, select: { name: true } });
    return (
      device &&
      newSignIn(name, device.name, askedAt, `${serverSettings.PUBLIC_URL}/forget-password`)
    );
  },
  async password_changed({ id, name }, askedAt) {
    const where = { userId: id, offReason: 'password_reset' } as const;
    const keysOff = await prisma.credential.count({ where });
    return passwordChangedEmail(
      name,
      askedAt,
      `${serverSettings.PUBLIC_URL}/forget-password`,
      keysOff,
    );
  },
};
