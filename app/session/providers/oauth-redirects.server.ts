import type { LoaderFunctionArgs } from '@remix-run/node';
import { AuthorizationError } from 'remix-auth';
import { failure } from '#app/api/respond.server.ts';
import { localPath } from '#app/session/local-path.ts';
import type { OAuthProvider } from '#domain/identity/accounts/contract.browser.ts';
import { signInWithProvider } from '#domain/identity/accounts/sign-in-with-provider.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { toFetchResponse } from '#platform/http/api-adapter.ts';
import { requestTimeoutMs } from '#platform/http/fetch-json.ts';
import { newId } from '#platform/ids.ts';
import { logger, withLogContext } from '#platform/logger.ts';
import { createAuthenticator, getOAuthClient, toCallbackPage } from './oauth-flow.server.ts';
import {
  clearOldStateCookies,
  consumeOAuthState,
  createOAuthState,
  findOAuthState,
  type OAuthAttempt,
} from './oauth-state.server.ts';
import { createSignInCode, type Failure } from './sign-in-result.server.ts';

/** The loader that redirects a browser to a provider. `to` is the path to continue at; `popup` marks a popup. */
export const startOAuth =
  (provider: OAuthProvider) =>
  ({ request }: LoaderFunctionArgs) =>
    withRequestId(() => startAttempt(provider, request));

async function startAttempt(provider: OAuthProvider, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const attempt = {
    to: localPath(searchParams.get('to')),
    popup: searchParams.get('popup') === '1',
  };
  const client = getOAuthClient(provider, request);
  if (!client) return toCallbackPage(attempt, { error: `${provider}_off` });

  const authenticator = createAuthenticator(provider, client, createOAuthState(provider, attempt));
  // The strategies recognise the start of an attempt from its URL, and throw the redirect.
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

/** The loader of a provider's callback. Every result, even a failure, consumes the attempt. */
export const handleOAuthCallback =
  (provider: OAuthProvider) =>
  ({ request }: LoaderFunctionArgs) =>
    withRequestId(() => finishAttempt(provider, request));

async function finishAttempt(provider: OAuthProvider, request: Request): Promise<Response> {
  const state = new URL(request.url).searchParams.get('state') ?? '';
  const attempt = await findOAuthState(provider, state, request);
  if (!attempt || !(await consumeOAuthState(state))) {
    const unknownAttempt: OAuthAttempt = { to: null, popup: attempt?.popup ?? false };
    return toCallbackPage(unknownAttempt, { error: `${provider}_failed` });
  }
  const response = await finishSignIn(provider, request, attempt);
  response.headers.append('set-cookie', await attempt.forget());
  return response;
}

type Found = NonNullable<Awaited<ReturnType<typeof findOAuthState>>>;

async function finishSignIn(provider: OAuthProvider, request: Request, attempt: Found) {
  const error = new URL(request.url).searchParams.get('error');
  if (error !== null) {
    const reason = error === 'access_denied' ? 'denied' : 'failed';
    return toCallbackPage(attempt, { error: `${provider}_${reason}` });
  }
  try {
    const userId = await signInWithProvider(await fetchProfile(provider, request, attempt));
    const { token, setCookie } = await createSignInCode(userId, attempt.to);
    const response = toCallbackPage(attempt, { token });
    response.headers.append('set-cookie', setCookie);
    return response;
  } catch (thrown) {
    return toCallbackPage(attempt, { error: toFailure(provider, thrown) });
  }
}

async function fetchProfile(provider: OAuthProvider, request: Request, { storage }: Found) {
  const client = getOAuthClient(provider, request);
  if (!client) throw new Error(`the settings name no client for ${provider}`);
  // The callback URL that the provider knows. Behind a proxy, the request's own URL may differ.
  const url = new URL(client.callbackUrl);
  url.search = new URL(request.url).search;
  const signal = AbortSignal.timeout(requestTimeoutMs);
  return createAuthenticator(provider, client, storage).authenticate(
    provider,
    new Request(url, { signal }),
  );
}

function toFailure(provider: OAuthProvider, thrown: unknown): Failure {
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
    logger.error({ provider, error: thrown }, 'OAuth sign-in failed');
  }
  return `${provider}_failed`;
}

/** Responds to a browser at an address of the API, with a request id like every API response. */
function withRequestId(answer: () => Promise<Response>): Promise<Response> {
  const requestId = newId('req');
  return withLogContext({ requestId }, async () => {
    const response = await answer();
    response.headers.set('x-request-id', requestId);
    return response;
  });
}

/** The action of an API address that only accepts GET. */
export async function rejectAction(): Promise<Response> {
  const requestId = newId('req');
  const refusal = failure(new DomainError('method_not_allowed'), requestId);
  refusal.headers.set('allow', 'GET');
  return toFetchResponse(refusal);
}
