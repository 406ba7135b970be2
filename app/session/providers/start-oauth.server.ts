import { localPath } from '#app/session/local-path.ts';
import type { OAuthProvider } from '#domain/identity/accounts/contract.browser.ts';
import { getOAuthClient } from './client.server.ts';
import { createAuthenticator, toCallbackPage } from './oauth-flow.server.ts';
import { clearOldStateCookies, createOAuthState } from './oauth-state.server.ts';

/**
 * Redirects a browser to a provider.
 *
 * @param request its `to` is the path to continue at; `popup` marks a popup
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
  // The strategies recognise the start of an attempt by the address, and throw the redirect.
  const response = await authenticator
    .authenticate(provider, new Request(new URL('/', client.callbackUrl)))
    .catch((thrown: unknown) => thrown);
  if (!(response instanceof Response)) throw response;
  for (const cookie of await clearOldStateCookies(provider, request)) {
    response.headers.append('set-cookie', cookie);
  }
  response.headers.set('cache-control', 'no-store');
  return response;
}
