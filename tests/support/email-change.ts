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

/** The token of the link in the newest email of a kind to an address, or null without a link. */
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

/** The calls that the owner of an address can make at a web without signing in. They return the status. */
export function anAddressHolder(url: string) {
  const rest = client(url, null);
  return {
    logIn: async (email: string, password: string) =>
      (await rest.post('/users/login', { email, password })).status,
    /** Requests a reset, and sets a password by the emailed link, if there is one. */
    async reset(email: string, password: string): Promise<number> {
      await rest.post('/users/forgotPassword', { email });
      const token = (await linkTo(email, 'reset_password')) ?? 'A'.repeat(43);
      const body = { password, passwordConfirm: password };
      return (await rest.call('PATCH', `/users/resetPassword/${token}`, { body })).status;
    },
  };
}
