import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { isEmailConfirmed } from '#domain/identity/accounts/confirm-email.ts';
import { signUpSettings } from '#domain/identity/accounts/settings.ts';
import {
  type ApiKeyOwner,
  type Caller,
  callerCacheOptions,
  testPeriodId,
} from '#domain/identity/api-keys/contract.browser.ts';
import { findApiKeyOwner, recordKeyUse } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { findSession } from '#domain/identity/sessions/create-session.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { clock } from '#platform/clock.browser.ts';
import type {
  ApiRequestContext,
  PlainRequest,
  RequestHeaders,
} from '#platform/http/api-adapter.ts';
import { createRateLimiter, type RateLimitResult } from '#platform/limits/rate-limit.ts';
import { addLogContext } from '#platform/logger.ts';
import { noteActor } from '#platform/request-scope.ts';
import { confirmRefusal, createTtlCache } from '#platform/ttl-cache.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ResponseHeaders } from '../respond.server.ts';
import { apiSettings } from '../settings.server.ts';
import {
  hasApiKey,
  missingCredentialsMessage,
  readApiKey,
  readBearerToken,
} from './read-credentials.ts';

type AuthContext = {
  request: PlainRequest;
  requestId: string;
  client: Pick<ApiRequestContext, 'clientAddress' | 'exactAddress'>;
  headers: ResponseHeaders;
  /**
   * Called with the key's owner as soon as the owner is known, even if authentication fails afterwards. Called with null once
   * the failure limit is reached, so that no further failures are logged.
   */
  onKeyOwner: (keyOwner: ApiKeyOwner | null) => void;
};

/** Failures that count towards the limit of failed attempts. */
const failures: ErrorCode[] = [
  'invalid_credentials',
  'session_expired',
  'key_inactive',
  'key_expired',
  'address_not_allowed',
];

const limits = {
  calls: createRateLimiter('calls', {
    points: () => apiSettings.RATE_LIMIT_PER_SECOND,
    seconds: 1,
  }),
  /** The limit for callers who turned the usual limit off. */
  hard: createRateLimiter('hard', {
    points: () => apiSettings.RATE_LIMIT_HARD_PER_SECOND,
    seconds: 1,
  }),
  failures: createRateLimiter('failures', {
    points: () => apiSettings.FAILED_AUTH_PER_MINUTE,
    seconds: 60,
  }),
  leakReports: createRateLimiter('leak-reports', {
    points: () => apiSettings.LEAK_REPORTS_PER_MINUTE,
    seconds: 60,
  }),
};

/**
 * Consumes one call of a rate limit.
 *
 * @param key an API ID, the id of a hook, a user id or an address
 * @param headers receive the state of the limit, as in draft-ietf-httpapi-ratelimit-headers
 * @throws DomainError `rate_limited`, with the seconds to wait
 */
export async function consumeRateLimit(
  limit: keyof typeof limits,
  key: string,
  headers: ResponseHeaders,
): Promise<void> {
  const result = await limits[limit].consume(key);
  setHeaders(headers, result);
  requireWithinLimit(result);
}

function setHeaders(
  headers: ResponseHeaders,
  { limit, remaining, resetSeconds }: RateLimitResult,
): void {
  headers.set('ratelimit-limit', String(limit));
  headers.set('ratelimit-remaining', String(remaining));
  headers.set('ratelimit-reset', String(resetSeconds));
}

/**
 * Authenticates the caller and consumes one call of their rate limit. Without authentication, the limit of the IP address
 * applies. Failures are limited by address, so that credentials cannot be guessed, and an invalid call cannot fill the log of
 * a key's owner.
 *
 * @returns null for endpoints without authentication
 * @throws DomainError for the credentials, `live_key_required`, `scope_missing`, `email_unverified` or `rate_limited`
 */
export async function authenticate(
  endpoint: Endpoint,
  calling: AuthContext,
): Promise<Caller | SignedInUser | null> {
  const { request, headers, client } = calling;
  if (endpoint.auth === 'none') {
    await consumeRateLimit(endpoint.addressLimit, client.clientAddress, headers);
    return null;
  }
  try {
    const isSession =
      endpoint.auth === 'session' ||
      (endpoint.auth === 'key-or-session' && !hasApiKey(request.headers));
    if (isSession) return await bySession(request.headers, headers, endpoint);
    return await byKey(calling, endpoint);
  } catch (error) {
    if (error instanceof DomainError && failures.includes(error.code)) {
      await countFailure(calling);
      // Failures over the limit are not logged, so that guessing cannot fill the log.
      logAuthEvent('credentials_refused', { from: client.clientAddress, reason: error.code });
    }
    throw error;
  }
}

function requireScope({ scopes }: Caller, { scope }: Endpoint): void {
  if (scope === null || scopes.includes(scope)) return;
  const message = `This API key lacks the scope ${scope}, which the call needs.`;
  throw new DomainError('scope_missing', { message, fields: { scope } });
}

async function countFailure({ client, headers, onKeyOwner }: AuthContext): Promise<void> {
  try {
    await consumeRateLimit('failures', client.clientAddress, headers);
  } catch (error) {
    onKeyOwner(null);
    throw error;
  }
}

function byKey(calling: AuthContext, endpoint: Endpoint): Promise<Caller> {
  const { headers } = calling;
  return confirmRefusal(
    async () => {
      const caller = await findCaller(calling);
      const limit = caller.settings.rateLimiting ? 'calls' : 'hard';
      await consumeRateLimit(limit, caller.keyId, headers);
      if (!caller.livemode && !endpoint.testKeys) throw new DomainError('live_key_required');
      requireScope(caller, endpoint);
      if (endpoint.apiCall === 'counted-with-send' && caller.livemode && !caller.maySend) {
        throw new DomainError('email_unverified');
      }
      return caller;
    },
    (outcome) => outcome.status === 'rejected' && outcome.reason instanceof DomainError,
  );
}

/**
 * Finds the caller of a call with an API key.
 *
 * @throws DomainError `missing_credentials`, and the errors of `findApiKeyOwner` and `authenticateKey`
 */
export async function findCaller({
  request,
  requestId,
  client,
  onKeyOwner,
}: Omit<AuthContext, 'headers'>): Promise<Caller> {
  const credentials = readApiKey(request.headers);
  if (!credentials) throw new DomainError('missing_credentials');
  const keyOwner = await findApiKeyOwner(credentials);
  addLogContext({ accountId: keyOwner.userId });
  noteActor({ kind: 'key', id: keyOwner.keyId });
  onKeyOwner(keyOwner);
  return { ...(await authenticateKey(keyOwner, client.exactAddress)), requestId };
}

/** Looks the session up at every call, so that signing out takes effect immediately. */
async function bySession(
  requestHeaders: RequestHeaders,
  headers: ResponseHeaders,
  { auth }: Endpoint,
): Promise<SignedInUser> {
  const token = readBearerToken(requestHeaders);
  if (!token) {
    throw new DomainError('missing_credentials', { message: missingCredentialsMessage(auth) });
  }
  if (token.startsWith('sk_')) {
    throw new DomainError('invalid_credentials', {
      message: 'This endpoint needs a session token, not an API key.',
    });
  }
  const signedIn = await findSession(token, 'program');
  if (!signedIn) throw new DomainError('session_expired');
  addLogContext({ accountId: signedIn.userId });
  noteActor({ kind: 'member', id: signedIn.userId, sessionId: signedIn.sessionId });
  await consumeRateLimit('calls', signedIn.userId, headers);
  return signedIn;
}

const addressError = (address: string, by: string) =>
  new DomainError('address_not_allowed', {
    message: `Calls from ${address || 'an unknown address'} are not allowed by ${by}.`,
  });

/** Whether an account may send. Runs no query if email confirmation is not required. */
const getMaySend = createTtlCache(
  async (userId) => !signUpSettings.REQUIRE_CONFIRMED_EMAIL || isEmailConfirmed(userId),
  callerCacheOptions,
);

/** The current usage month without its counters, which change with every call. */
const getPeriod = createTtlCache(async (userId) => {
  const { id, isDefaultPlan } = await getCurrentUsagePeriod(userId);
  return { id, isDefaultPlan };
}, callerCacheOptions);

/** The period of calls with a test key, which are not charged. */
const noPeriod = { id: testPeriodId, isDefaultPlan: false };

/**
 * Checks that a key may be used, and records its use.
 *
 * @param address the exact client address
 * @throws DomainError `key_inactive`, `key_expired` or `address_not_allowed`
 */
export async function authenticateKey(
  keyOwner: ApiKeyOwner,
  address: string,
): Promise<Omit<Caller, 'requestId'>> {
  const { userId, keyId, livemode, settings } = keyOwner;
  if (!keyOwner.isActive) throw new DomainError('key_inactive');
  if (keyOwner.expiresOn && keyOwner.expiresOn <= clock.now()) throw new DomainError('key_expired');
  const { accountAddresses, keyAddresses } = keyOwner;
  if (accountAddresses && !accountAddresses.allows(address))
    throw addressError(address, 'the settings of the account');
  if (keyAddresses && !keyAddresses.allows(address))
    throw addressError(address, 'the addresses of the API key');
  recordKeyUse(keyId, address);
  const [period, maySend] = await Promise.all([
    livemode ? getPeriod(userId) : noPeriod,
    getMaySend(userId),
  ]);
  return {
    userId,
    keyId,
    livemode,
    scopes: keyOwner.scopes,
    restriction: keyOwner.restriction,
    periodId: period.id,
    onDefaultPlan: period.isDefaultPlan,
    maySend,
    settings,
  };
}
