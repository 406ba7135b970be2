import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import type { User } from './account.ts';
import { client } from './client.ts';
import { aMember } from './member.ts';
import { aVisitor } from './visitor.ts';

const web = await sharedWeb();

/** The ticked box of the form that deletes an account. */
export const understood = { understood: 'on' };

/** A member with a pending deletion of the account. */
export async function aLeaver() {
  const member = await aMember(web.url);
  const key = await createKey({ userId: member.userId, name: 'Key' });
  const call = client(web.url, { userId: member.userId, ...key });
  const form = { ...understood, password: member.user.password };
  const answer = await member.visitor.post(paths.deleteAccount, form);
  return { ...member, key, call, answer };
}

/** The pending deletion of an account, or null. */
export const deletionOf = (userId: string) =>
  prisma.accountDeletion.findUnique({ where: { userId } });

/** Ends the period in which the deletion can be undone. */
export const letItBeDue = (userId: string) =>
  prisma.accountDeletion.update({ where: { userId }, data: { dueAt: new Date(0) } });

/** Signs in with the form, in a browser without JavaScript. */
export async function signInAgain(user: User) {
  const visitor = aVisitor(web.url);
  const { email, password } = user;
  return { visitor, page: await visitor.post('/login', { email, password }) };
}
