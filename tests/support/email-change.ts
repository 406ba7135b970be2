import { updateUser } from '#domain/identity/accounts/update-user.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { prisma } from '#platform/db.ts';
import { ownProgram, type User } from './account.ts';
import { client } from './client.ts';
import { renderQueuedEmail } from './emails.ts';

/** Requests a change of the address after a recent sign-in. */
export const requestEmailChange = ({ userId, password }: User, email: string) =>
  updateUser({ userId, authenticatedAt: new Date() }, { email, password }, ownProgram);

/** The current address of an account. */
export const emailOf = async ({ userId }: User) =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).email;

/** Returns the token from the newest email of this kind to an address; null if the email has no link. */
export async function linkTo(email: string, kind: EmailKind): Promise<string | null> {
  const queuedEmail = await prisma.email.findFirst({
    where: { email, kind },
    orderBy: { id: 'desc' },
  });
  const rendered = queuedEmail && (await renderQueuedEmail(kind, queuedEmail));
  return /\/[\w-]+\/([\w-]{43})/.exec(rendered?.text ?? '')?.[1] ?? null;
}

/** Like `linkTo`. @throws Error if there is no link */
export async function tokenTo(email: string, kind: EmailKind): Promise<string> {
  const token = await linkTo(email, kind);
  if (!token) throw new Error(`no link in a ${kind} to ${email}`);
  return token;
}

/** The calls that the owner of an address can make without signing in. Each returns the status. */
export function anAddressHolder(url: string) {
  const rest = client(url, null);
  return {
    logIn: async (email: string, password: string) =>
      (await rest.post('/users/login', { email, password })).status,
    /** Requests a reset. If an email with a link arrives, sets a password with it. */
    async reset(email: string, password: string): Promise<number> {
      await rest.post('/users/forgotPassword', { email });
      const token = (await linkTo(email, 'reset_password')) ?? 'A'.repeat(43);
      const body = { password, passwordConfirm: password };
      return (await rest.call('PATCH', `/users/resetPassword/${token}`, { body })).status;
    },
  };
}
