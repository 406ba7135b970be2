import { AuthorizationError } from 'remix-auth';
import type { IdentityProvider } from '#domain/identity/accounts/identity-providers.ts';
import { signInWithProvider } from '#domain/identity/accounts/sign-in-with-provider.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { patienceMs } from '#platform/http/ask-json.server.ts';
import { logger } from '#platform/logger.ts';
import { type Attempt, findAttempt, spendAttempt } from './attempt.server.ts';
import { authenticatorOf } from './authenticator.server.ts';
import { clientOf } from './client.server.ts';
import type { Failure } from './failure.ts';
import { makeSignInCode } from './sign-in-code.server.ts';
import { toCallbackPage } from './to-callback-page.server.ts';

/** Takes a browser back from a provider. Whatever comes of it, its attempt is used up. */
export async function finishSignIn(
  provider: IdentityProvider,
  request: Request,
): Promise<Response> {
  const state = new URL(request.url).searchParams.get('state') ?? '';
  const attempt = await findAttempt(provider, state, request);
  if (!attempt || !(await spendAttempt(state))) {
    const nowhere: Attempt = { to: null, popup: attempt?.popup ?? false };
    return toCallbackPage(nowhere, { error: `${provider}_failed` });
  }
  const response = await outcomeOf(provider, request, attempt);
  response.headers.append('set-cookie', await attempt.forget());
  return response;
}

type Found = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

async function outcomeOf(provider: IdentityProvider, request: Request, attempt: Found) {
  const error = new URL(request.url).searchParams.get('error');
  if (error !== null) {
    const reason = error === 'access_denied' ? 'denied' : 'failed';
    return toCallbackPage(attempt, { error: `${provider}_${reason}` });
  }
  try {
    const userId = await signInWithProvider(await profileOf(provider, request, attempt));
    const { token, setCookie } = await makeSignInCode(userId, attempt.to);
    const response = toCallbackPage(attempt, { token });
    response.headers.append('set-cookie', setCookie);
    return response;
  } catch (thrown) {
    return toCallbackPage(attempt, { error: failureOf(provider, thrown) });
  }
}

/** Who the provider says that this is. */
async function profileOf(provider: IdentityProvider, request: Request, { storage }: Found) {
  const client = clientOf(provider, request);
  if (!client) throw new Error(`the settings name no client for ${provider}`);
  // The address that the provider was told; the one that we are reached by may differ.
  const url = new URL(client.callbackUrl);
  url.search = new URL(request.url).search;
  const signal = AbortSignal.timeout(patienceMs);
  return authenticatorOf(provider, client, storage).authenticate(
    provider,
    new Request(url, { signal }),
  );
}

function failureOf(provider: IdentityProvider, thrown: unknown): Failure {
  if (thrown instanceof DomainError) {
    if (thrown.code === 'email_taken') return `${provider}_taken`;
    if (thrown.code === 'email_unverified') return `${provider}_unconfirmed`;
  }
  if (thrown instanceof AuthorizationError) {
    logger.warn({ provider, error: thrown.cause ?? thrown }, 'a provider did not tell who it was');
  } else {
    logger.error({ provider, error: thrown }, 'a sign-in through a provider failed');
  }
  return `${provider}_failed`;
}
