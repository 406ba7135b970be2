import type { AskedLetter, MailKind, WrittenLetter } from '#domain/notifications/mail/contract.ts';
import type { LetterContent } from '#domain/notifications/mail/letters/content.ts';
import { calledBy } from '#domain/notifications/mail/letters/greeting.ts';
import { emailKeyOf } from '#domain/shared/email-key.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { loginCode } from '../contract.ts';
import { issueLink } from '../issue-link.server.ts';
import { issueLoginCode } from '../issue-login-code.server.ts';
import { loginCodeLetter } from './login-code.ts';
import { newSignIn } from './new-sign-in.ts';
import { passwordChanged } from './password-changed.ts';
import { resetPasswordLetter } from './reset-password.ts';
import { welcome } from './welcome.ts';

/** The kinds of mails that are about an account and whoever has it. */
type AccountMailKind = Extract<
  MailKind,
  'welcome' | 'reset_password' | 'password_changed' | 'login_code' | 'new_sign_in'
>;

type Recipient = { id: string; name: string; email: string; emailConfirmedAt: Date | null };

/**
 * Writes a letter about an account, and makes the link in it. A link made before, for the same
 * purpose, is void.
 *
 * @returns null if nobody has this address, or what it would tell is over
 */
export async function writeAccountLetter(
  kind: AccountMailKind,
  { email, createdAt, about }: AskedLetter,
): Promise<WrittenLetter | null> {
  const user = await prisma.user.findUnique({
    where: { emailKey: emailKeyOf(email) },
    select: { id: true, name: true, email: true, emailConfirmedAt: true },
  });
  if (!user) return null;
  const content = await write[kind]({ ...user, name: calledBy(user) }, createdAt, about);
  return content && { to: user.email, content };
}

type Write = (
  user: Recipient,
  askedAt: Date,
  about: string | null,
) => Promise<LetterContent | null>;

const write: Record<AccountMailKind, Write> = {
  async welcome({ id, name, email, emailConfirmedAt }) {
    if (emailConfirmedAt) return welcome(name, null);
    const token = await issueLink('confirm_email', id, email);
    return welcome(name, `${env.PUBLIC_URL}/confirm-email/${token}`);
  },
  // Also for who has no password yet: this is how an account made through a provider gets one.
  async reset_password({ id, name, email }) {
    const token = await issueLink('reset_password', id, email);
    return resetPasswordLetter(name, `${env.PUBLIC_URL}/reset-password/${token}`);
  },
  async login_code({ id, name }, askedAt) {
    // Whoever waited for it has asked again, or given up.
    if (clock.now().getTime() - askedAt.getTime() > loginCode.lifeMs) return null;
    const code = await issueLoginCode(id);
    return loginCodeLetter(name, code, `${env.PUBLIC_URL}/forget-password`);
  },
  async new_sign_in({ id: userId, name }, askedAt, about) {
    const where = { id: about ?? '', userId };
    const device = await prisma.knownDevice.findUnique({ where, select: { name: true } });
    return device && newSignIn(name, device.name, askedAt, `${env.PUBLIC_URL}/forget-password`);
  },
  async password_changed({ id, name }, askedAt) {
    const where = { userId: id, offReason: 'password_reset' } as const;
    const keysOff = await prisma.credential.count({ where });
    return passwordChanged(name, askedAt, `${env.PUBLIC_URL}/forget-password`, keysOff);
  },
};
