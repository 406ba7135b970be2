import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import { type OAuthProvider, oauthProviders } from './contract.browser.ts';

export type SignInMethods = {
  name: string;
  email: string;
  hasPassword: boolean;
  providers: OAuthProvider[];
};

/**
 * How a user can sign in: with a password, and through which providers.
 *
 * @throws DomainError `not_found`
 */
export async function getSignInMethods(userId: string): Promise<SignInMethods> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      name: true,
      email: true,
      passwordHash: true,
      identities: { select: { provider: true } },
    },
  });
  if (!user) throw new DomainError('not_found');
  const linked = new Set(user.identities.map(({ provider }) => provider));
  const known = Object.keys(oauthProviders) as OAuthProvider[];
  return {
    name: user.name,
    email: user.email,
    hasPassword: user.passwordHash !== null,
    providers: known.filter((provider) => linked.has(provider)),
  };
}
