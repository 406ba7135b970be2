import { grantOperator } from '#domain/identity/operators/manage-operators.ts';
import { prisma } from '#platform/db.ts';
import type { OperatorRole } from '#prisma/generated/enums.ts';
import { aUser } from './account.ts';
import { signedIn } from './signed-in.ts';

/** Gives a user a second factor. The only place where tests of the console do this. */
export async function setUpFactor({ userId }: { userId: string }): Promise<void> {
  await prisma.factorHolder.create({ data: { userId, since: new Date() } });
}

/** A user with a role, and by default a second factor, in a browser without JavaScript. */
export async function anOperator(
  url: string,
  role: OperatorRole = 'owner',
  { hasFactor = true }: { hasFactor?: boolean } = {},
) {
  const user = await aUser();
  await grantOperator(user.email, role);
  if (hasFactor) await setUpFactor(user);
  return { user, userId: user.userId, visitor: await signedIn(url, user) };
}
