import { localPath } from '#app/session/local-path.ts';
import type { IdentityProvider } from '#domain/identity/accounts/identity-providers.ts';
import { forgetOldAttempts, newAttempt } from './attempt.server.ts';
import { authenticatorOf } from './authenticator.server.ts';
import { clientOf } from './client.server.ts';
import { toCallbackPage } from './to-callback-page.server.ts';

/**
 * Sends a browser to a provider.
 *
 * @param request its `to` is where to go afterwards; `popup` says that it is a window of its own
 */
export async function beginSignIn(provider: IdentityProvider, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const attempt = {
    to: localPath(searchParams.get('to')),
    popup: searchParams.get('popup') === '1',
  };
  const client = clientOf(provider, request);
  if (!client) return toCallbackPage(attempt, { error: `${provider}_off` });

  const authenticator = authenticatorOf(provider, client, newAttempt(provider, attempt));
  // The strategies tell a beginning by the address, and leave by a thrown redirect.
  const leave = await authenticator
    .authenticate(provider, new Request(new URL('/', client.callbackUrl)))
    .catch((thrown: unknown) => thrown);
  if (!(leave instanceof Response)) throw leave;
  for (const cookie of forgetOldAttempts(provider, request)) {
    leave.headers.append('set-cookie', cookie);
  }
  leave.headers.set('cache-control', 'no-store');
  return leave;
}
