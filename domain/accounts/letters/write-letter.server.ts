import type { Letter, MailKind } from '#domain/mail/contract.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { emailKeyOf } from '../email-key.ts';
import { issueLink } from '../issue-link.server.ts';
import type { LetterContent } from './content.ts';
import { layOut } from './lay-out.ts';
import { passwordChanged } from './password-changed.ts';
import { resetPasswordLetter } from './reset-password.ts';
import { welcome } from './welcome.ts';

type Recipient = { id: string; name: string; email: string; emailConfirmedAt: Date | null };

/**
 * Writes a letter, and makes the link in it. A link made before, for the same purpose, is void.
 *
 * @param email as it was given
 * @param askedAt when the letter was asked for
 * @returns null if nobody has this address
 */
export async function writeLetter(
  kind: MailKind,
  email: string,
  askedAt: Date,
): Promise<Letter | null> {
  const user = await prisma.user.findUnique({
    where: { emailKey: emailKeyOf(email) },
    select: { id: true, name: true, email: true, emailConfirmedAt: true },
  });
  if (!user) return null;
  // Anybody can sign up with anybody's address: strangers are not to read what was chosen as a name.
  const content = await write[kind](user.emailConfirmedAt ? user : { ...user, name: '' }, askedAt);
  const sender = { site: env.PUBLIC_URL, support: env.SUPPORT_EMAIL };
  return { to: user.email, ...layOut(content, sender) };
}

const write: Record<MailKind, (user: Recipient, askedAt: Date) => Promise<LetterContent>> = {
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
  password_changed: async ({ name }, askedAt) =>
    passwordChanged(name, askedAt, `${env.PUBLIC_URL}/forget-password`),
};
