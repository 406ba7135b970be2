import { localPath } from '#app/session/local-path.ts';
import type { OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';
import { createAuthenticator } from './authenticator.server.ts';
import { getOAuthClient } from './client.server.ts';
import { clearOldStateCookies, createOAuthState } from './oauth-state.server.ts';
import { toCallbackPage } from './to-callback-page.server.ts';

/**
 * Sends a browser to a provider.
 *
 * @param request its `to` is where to go afterwards; `popup` says that it is a window of its own
 */
export async function startOAuth(provider: OAuthProvider, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const attempt = {
    to: localPath(searchParams.get('to')),
    popup: searchParams.get('popup') === '1',
  };
  const client = getOAuthClient(provider, request);
  if (!client) return toCallbackPage(attempt, { error: `${provider}_off` });

  const authenticator = createAuthenticator(provider, client, createOAuthState(provider, attempt));
  // The strategies tell a beginning by the address, and leave by a thrown redirect.
  const leave = await authenticator
    .authenticate(provider, new Request(new URL('/', client.callbackUrl)))
    .catch((thrown: unknown) => thrown);
  if (!(leave instanceof Response)) throw leave;
  for (const cookie of clearOldStateCookies(provider, request)) {
    leave.headers.append('set-cookie', cookie);
  }
  leave.headers.set('cache-control', 'no-store');
  return leave;
}
