import { grantOperator } from '#domain/identity/operators/manage-operators.ts';
import type { OperatorRole } from '#prisma/generated/enums.ts';
import { aUser } from './account.ts';
import { anApp } from './factors.ts';
import { signedIn } from './signed-in.ts';

/** A user with a role, and by default a second factor, in a browser without JavaScript. */
export async function anOperator(
  url: string,
  role: OperatorRole = 'owner',
  { hasFactor = true }: { hasFactor?: boolean } = {},
) {
  const user = await aUser();
  await grantOperator(user.email, role);
  if (hasFactor) await anApp(user.userId);
  const factors = hasFactor ? ['password', 'totp'] : ['password'];
  return { user, userId: user.userId, visitor: await signedIn(url, user, factors) };
}
