import type { SessionStorage } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import type { OAuthProfile, OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';
import type { Client } from './client.server.ts';
import { GitHub } from './github-strategy.server.ts';
import { Google } from './google-strategy.server.ts';

/**
 * Creates the authenticator of one sign-in attempt with a provider. It identifies the visitor, but creates no
 * session.
 */
export function createAuthenticator(
  provider: OAuthProvider,
  client: Client,
  storage: SessionStorage,
): Authenticator<OAuthProfile> {
  const authenticator = new Authenticator<OAuthProfile>(storage, { throwOnError: true });
  const strategy = provider === 'google' ? new Google(client) : new GitHub(client);
  return authenticator.use(strategy, provider);
}
