import { signUpSettings } from '#domain/identity/accounts/settings.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { keyedHash } from '#platform/crypto.server.ts';
import { toWiderNetwork } from '#platform/http/client-ip.ts';
import { createRateLimiter, type RateLimitResult } from '#platform/rate-limit.server.ts';

type Kind = 'login' | 'signup' | 'forgot' | 'reset';

const hour = 3_600;

/** Many people may share an address: an office, or the customers of a mobile operator. */
const byAddress = {
  login: createRateLimiter('login-address', { points: 30, seconds: 60 }),
  signup: createRateLimiter('signup-address', {
    points: signUpSettings.SIGNUP_ADDRESS_PER_HOUR,
    seconds: hour,
  }),
  forgot: createRateLimiter('forgot-address', { points: 30, seconds: hour }),
  reset: createRateLimiter('reset-address', { points: 30, seconds: hour }),
};

/**
 * Whoever has an IPv6 /48 has 65,536 of the networks that count as one address. An IPv4 /24 may be the whole
 * of a mobile operator's customers in a city: there only sign-ups are limited.
 */
const byNetwork = {
  login: createRateLimiter('login-network', { points: 120, seconds: 60 }),
  signup: createRateLimiter('signup-network', {
    points: signUpSettings.SIGNUP_NETWORK_PER_HOUR,
    seconds: hour,
  }),
  forgot: createRateLimiter('forgot-network', { points: 120, seconds: hour }),
  reset: createRateLimiter('reset-network', { points: 120, seconds: hour }),
};

/** What one account has to bear, whether it is there or not. */
const byAccount = {
  login: createRateLimiter('login-account', { points: 10, seconds: 60 }),
  signup: createRateLimiter('signup-account', { points: 10, seconds: hour }),
  // As long as a link lives, so that nobody can leave the owner without one.
  forgot: createRateLimiter('forgot-account', { points: 5, seconds: hour / 2 }),
  // Of a password that is set by a link nothing is known but the link.
  reset: createRateLimiter('reset-account', { points: 10, seconds: hour }),
};

/**
 * Takes one attempt from the limits of the address that it comes from and of the account it is about.
 *
 * @param address of the connection
 * @param account its address as it was given, or the token of its link
 * @throws DomainError `rate_limited`, with the seconds to wait
 */
export async function limitAuthAttempt(
  kind: Kind,
  address: string,
  account: string,
): Promise<void> {
  const hash = keyedHash('attempts', normalizeEmail(account)).toString('base64url');
  refuseOver(await byAddress[kind].consume(address));
  const network = toWiderNetwork(address);
  const limitsNetwork = kind === 'signup' || network.endsWith('/48');
  if (limitsNetwork) refuseOver(await byNetwork[kind].consume(network));
  // Signing in is limited for one place at a time: nobody elsewhere can lock the owner out. What all places
  // together may try is for `logIn`, which then asks for a mailed code.
  const place = network.endsWith('/48') ? network : address;
  refuseOver(await byAccount[kind].consume(kind === 'login' ? `${hash}:${place}` : hash));
}

function refuseOver({ allowed, resetSeconds }: RateLimitResult): void {
  if (allowed) return;
  throw new DomainError('rate_limited', {
    message: 'Too many attempts. Please wait a while and try again.',
    retryAfterSeconds: resetSeconds,
  });
}
