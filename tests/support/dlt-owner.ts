import { prisma } from '#platform/db.ts';
import { type Account, anAccount } from './account.ts';
import { dltEntityId, registerBodies, registerSenders, setDltMode } from './dlt.ts';

/** The registrations of the account of `anOwner`. */
export const owned = {
  entity: dltEntityId,
  header: 'ACMEIN',
  templateId: '1107160000000000001',
  body: 'Your order {#alphanumeric#} has left. - ACME',
} as const;

/** An account with a confirmed address, an approved header and a template. */
export async function anOwner(): Promise<Account> {
  const account = await anAccount();
  const { userId } = account;
  await prisma.user.update({ where: { id: userId }, data: { emailConfirmedAt: new Date() } });
  await registerSenders(userId, owned.header);
  await registerBodies(userId, { [owned.templateId]: owned.body }, { headers: [owned.header] });
  await setDltMode(userId, 'enforce');
  return account;
}
