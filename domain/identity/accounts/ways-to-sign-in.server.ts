import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { type OAuthProvider, oauthProviders } from './oauth-providers.ts';

/** By what a user can sign in. */
export type WaysToSignIn = {
  name: string;
  email: string;
  hasPassword: boolean;
  providers: OAuthProvider[];
};

/**
 * By what a user can sign in: with a password, and with which providers.
 *
 * @throws DomainError `not_found`
 */
export async function waysToSignIn(userId: string): Promise<WaysToSignIn> {
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
