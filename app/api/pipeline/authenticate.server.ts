import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { isEmailConfirmed } from '#domain/identity/accounts/confirm-email.ts';
import { signUpSettings } from '#domain/identity/accounts/settings.ts';
import {
  type ApiKeyCredentials,
  type ApiKeyOwner,
  type Caller,
  callerCacheOptions,
  testPeriodId,
} from '#domain/identity/api-keys/contract.browser.ts';
import { findApiKeyOwner, recordKeyUse } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import { describeUserAgent, type SignedInUser } from '#domain/identity/sessions/contract.ts';
import { findSession } from '#domain/identity/sessions/create-session.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { DomainError, type ErrorCode, errorCatalogue } from '#domain/shared/errors.browser.ts';
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
import { count, defineSettings } from '#platform/settings.ts';
import { confirmRefusal, createTtlCache } from '#platform/ttl-cache.ts';
import type { AuthKind, ClientInfo, Endpoint } from '../endpoint.ts';
import type { ResponseHeaders } from '../respond.server.ts';

/** Limits of the API's calls. */
export const apiSettings = defineSettings(
  {
    RATE_LIMIT_PER_SECOND: count.default(200),
    RATE_LIMIT_HARD_PER_SECOND: count.default(1_000),
    FAILED_AUTH_PER_MINUTE: count.default(60),
    LEAK_REPORTS_PER_MINUTE: count.default(60),
  },
  {
    // With a lower hard limit, calls would be refused before they reach the usual limit.
    check: ({ RATE_LIMIT_PER_SECOND, RATE_LIMIT_HARD_PER_SECOND }) =>
      RATE_LIMIT_HARD_PER_SECOND < RATE_LIMIT_PER_SECOND
        ? ['RATE_LIMIT_HARD_PER_SECOND: must not be below RATE_LIMIT_PER_SECOND']
        : [],
  },
);

type AuthContext = {
  request: PlainRequest;
  requestId: string;
  client: Pick<ApiRequestContext, 'clientAddress' | 'exactAddress'>;
  headers: ResponseHeaders;
  /**
   * Called with the key's owner as soon as the owner is known, even if authentication fails afterwards. Called with
   * null as soon as the failure limit is reached: the receiver then logs no further failures.
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
 * @throws DomainError for the credentials, `live_key_required`, `scope_missing`, `account_suspended`,
 *   `email_unverified` or `rate_limited`
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
      if (endpoint.apiCall === 'counted-with-send') requireMaySend(caller);
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

/** @throws DomainError `account_suspended`, or `email_unverified` for a live key */
export function requireMaySend({
  isSuspended,
  livemode,
  maySend,
}: Pick<Caller, 'isSuspended' | 'livemode' | 'maySend'>): void {
  if (isSuspended) throw new DomainError('account_suspended');
  if (livemode && !maySend) throw new DomainError('email_unverified');
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

/** The usage period of calls with a test key. Such calls are not charged. */
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
    isSuspended: keyOwner.isSuspended,
    settings,
  };
}

/** The message of `missing_credentials`, by the credentials that an endpoint accepts. */
export function missingCredentialsMessage(auth: AuthKind): string {
  if (auth === 'session') return 'Send your session token: Authorization: Bearer …';
  if (auth === 'key') return errorCatalogue.missing_credentials;
  return 'Send your API ID and API key in the headers x-api-id and x-api-key, or your session token: Authorization: Bearer …';
}

/** Whether a request has (part of) an API key rather than a session token. Keys begin with `sk_`. */
export function hasApiKey(headers: RequestHeaders): boolean {
  const { scheme, value } = readAuthorization(headers);
  return (
    headers.has('x-api-id') ||
    headers.has('x-api-key') ||
    scheme === 'basic' ||
    (scheme === 'bearer' && value.startsWith('sk_'))
  );
}

/**
 * Reads the API key from a request's headers: `x-api-id` and `x-api-key`, or HTTP Basic with the API ID as
 * user and the key as password (RFC 7617), or the key alone as bearer (RFC 6750).
 *
 * @returns null if no complete credentials are present
 */
export function readApiKey(headers: RequestHeaders): ApiKeyCredentials | null {
  const secretKey = headers.get('x-api-key');
  const keyId = headers.get('x-api-id');
  if (secretKey && keyId) return { keyId, secretKey };

  const { scheme, value } = readAuthorization(headers);
  // The request may also have an `x-api-id`, which must then match the key.
  if (scheme === 'bearer' && value) return { keyId, secretKey: value };
  if (scheme === 'basic' && value) return fromBasic(value);
  return null;
}

/**
 * Reads the session token from the `Authorization` header only. Cookies are ignored, because browsers send them automatically,
 * so that another site could use them (CSRF).
 */
export function readBearerToken(headers: RequestHeaders): string | null {
  const { scheme, value } = readAuthorization(headers);
  return scheme === 'bearer' && value ? value : null;
}

function readAuthorization(headers: RequestHeaders): { scheme: string; value: string } {
  const text = headers.get('authorization')?.trim() ?? '';
  // One or more blanks (RFC 9110, 11.4); `fetch` and proxies also let tabs pass.
  const [, scheme = '', value = ''] = /^(\S+)[ \t]+(\S+)/.exec(text) ?? [];
  return { scheme: scheme.toLowerCase(), value };
}

function fromBasic(value: string): ApiKeyCredentials | null {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  return { keyId: text.slice(0, colon), secretKey: text.slice(colon + 1) };
}

/** The caller of an API call that reads texts, for the record of views. */
export function toViewer(
  caller: Pick<Caller, 'userId' | 'keyId'> | SignedInUser,
  { address: clientAddress, userAgent }: ClientInfo,
): Viewer {
  const { userId } = caller;
  return 'keyId' in caller
    ? { userId, id: caller.keyId, way: 'api', device: null, clientAddress }
    : {
        userId,
        id: caller.sessionId,
        way: 'api',
        device: describeUserAgent(userAgent),
        clientAddress,
      };
}
