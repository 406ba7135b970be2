import { AuthorizationError } from 'remix-auth';
import type { OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';
import { signInWithProvider } from '#domain/identity/accounts/sign-in-with-provider.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { requestTimeoutMs } from '#platform/http/fetch-json.server.ts';
import { logger } from '#platform/logger.ts';
import { createAuthenticator } from './authenticator.server.ts';
import { getOAuthClient } from './client.server.ts';
import type { Failure } from './failure.ts';
import { consumeOAuthState, findOAuthState, type OAuthAttempt } from './oauth-state.server.ts';
import { createSignInCode } from './sign-in-code.server.ts';
import { toCallbackPage } from './to-callback-page.server.ts';

/** Takes a browser back from a provider. Whatever comes of it, its attempt is used up. */
export async function handleOAuthCallback(
  provider: OAuthProvider,
  request: Request,
): Promise<Response> {
  const state = new URL(request.url).searchParams.get('state') ?? '';
  const attempt = await findOAuthState(provider, state, request);
  if (!attempt || !(await consumeOAuthState(state))) {
    const nowhere: OAuthAttempt = { to: null, popup: attempt?.popup ?? false };
    return toCallbackPage(nowhere, { error: `${provider}_failed` });
  }
  const response = await outcomeOf(provider, request, attempt);
  response.headers.append('set-cookie', await attempt.forget());
  return response;
}

type Found = NonNullable<Awaited<ReturnType<typeof findOAuthState>>>;

async function outcomeOf(provider: OAuthProvider, request: Request, attempt: Found) {
  const error = new URL(request.url).searchParams.get('error');
  if (error !== null) {
    const reason = error === 'access_denied' ? 'denied' : 'failed';
    return toCallbackPage(attempt, { error: `${provider}_${reason}` });
  }
  try {
    const userId = await signInWithProvider(await profileOf(provider, request, attempt));
    const { token, setCookie } = await createSignInCode(userId, attempt.to);
    const response = toCallbackPage(attempt, { token });
    response.headers.append('set-cookie', setCookie);
    return response;
  } catch (thrown) {
    return toCallbackPage(attempt, { error: failureOf(provider, thrown) });
  }
}

/** Who the provider says that this is. */
async function profileOf(provider: OAuthProvider, request: Request, { storage }: Found) {
  const client = getOAuthClient(provider, request);
  if (!client) throw new Error(`the settings name no client for ${provider}`);
  // The address that the provider was told; the one that we are reached by may differ.
  const url = new URL(client.callbackUrl);
  url.search = new URL(request.url).search;
  const signal = AbortSignal.timeout(requestTimeoutMs);
  return createAuthenticator(provider, client, storage).authenticate(
    provider,
    new Request(url, { signal }),
  );
}

function failureOf(provider: OAuthProvider, thrown: unknown): Failure {
  if (thrown instanceof DomainError) {
    if (thrown.code === 'email_taken') return `${provider}_taken`;
    if (thrown.code === 'email_unverified') return `${provider}_unconfirmed`;
  }
  if (thrown instanceof AuthorizationError) {
    logger.warn(
      { provider, error: thrown.cause ?? thrown },
      'OAuth provider returned no usable profile',
    );
  } else {
    logger.error({ provider, error: thrown }, 'a sign-in through a provider failed');
  }
  return `${provider}_failed`;
}
