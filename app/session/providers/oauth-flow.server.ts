import { redirect, type SessionStorage } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { paths } from '#app/paths.ts';
import type { OAuthProfile, OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';
import type { Client } from './client.server.ts';
import type { Failure } from './failure.server.ts';
import { GitHub } from './github-strategy.server.ts';
import { Google } from './google-strategy.server.ts';
import type { OAuthAttempt } from './oauth-state.server.ts';

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

type Outcome = { token: string } | { error: Failure };

/** Redirects to the page where every provider sign-in ends, successful or not. */
export function toCallbackPage({ to, popup }: OAuthAttempt, outcome: Outcome): Response {
  const query = new URLSearchParams(outcome);
  if (popup) query.set('popup', '1');
  // After a success the path is in the cookie that the code is bound to.
  if (to && 'error' in outcome) query.set('to', to);
  const headers = { 'cache-control': 'no-store' };
  return redirect(`${paths.authCallback}?${query}`, { headers });
}
