import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { toWiderNetwork } from '#platform/http/client-ip.ts';
import { createAttemptCounter, createRateLimiter } from '#platform/limits/rate-limit.ts';
import { signUpSettings } from './settings.ts';

/** The origin of a request. */
export type Origin = {
  /**
   * The client's address from `rateLimitAddress`: an IPv4 address, or the /64 network of an IPv6 address. Null for our own
   * command-line programs, which are not limited.
   */
  from: string | null;
};

type Kind = 'login' | 'signup' | 'forgot' | 'reset';

const hour = 3_600;

/**
 * Limits per client address. Many people may share an address, for example those in an office, or customers of a mobile
 * operator.
 */
const byAddress = {
  login: createRateLimiter('login-address', { points: 30, seconds: 60 }),
  signup: createRateLimiter('signup-address', {
    points: () => signUpSettings.SIGNUP_ADDRESS_PER_HOUR,
    seconds: hour,
  }),
  forgot: createRateLimiter('forgot-address', { points: 30, seconds: hour }),
  reset: createRateLimiter('reset-address', { points: 30, seconds: hour }),
};

/**
 * Limits per wider network: an IPv6 /48 or an IPv4 /24. The owner of an IPv6 /48 has 65,536 /64 networks, each of which counts
 * as a separate address. An IPv4 /24 may serve all customers of a mobile operator in a city, so only sign-ups are limited for
 * an IPv4 network.
 */
const byNetwork = {
  login: createRateLimiter('login-network', { points: 120, seconds: 60 }),
  signup: createRateLimiter('signup-network', {
    points: () => signUpSettings.SIGNUP_NETWORK_PER_HOUR,
    seconds: hour,
  }),
  forgot: createRateLimiter('forgot-network', { points: 120, seconds: hour }),
  reset: createRateLimiter('reset-network', { points: 120, seconds: hour }),
};

/** Limits per account, counted by email address. The limits also apply if no account has the email address. */
const byAccount = {
  login: createRateLimiter('login-account', { points: 10, seconds: 60 }),
  signup: createRateLimiter('signup-account', { points: 10, seconds: hour }),
  // The window is as long as a link is valid. So even if an attacker uses up the limit, the owner still has a valid link.
  forgot: createRateLimiter('forgot-account', { points: 5, seconds: hour / 2 }),
  // The account is not known at this point, so attempts are counted by the token of the link.
  reset: createRateLimiter('reset-account', { points: 10, seconds: hour }),
};

const tooMany = { message: 'Too many attempts. Please wait a while and try again.' };

/**
 * Consumes one attempt from the limits of the client's address and of the account. Every function that checks a password or a
 * link, or emails a link on request, must call this function first.
 *
 * @param account the email address as typed, or the token of a link
 * @throws DomainError `rate_limited`, with the seconds to wait
 */
export async function limitAuthAttempt(
  kind: Kind,
  { from }: Origin,
  account: string,
): Promise<void> {
  if (from === null) return;
  const hash = keyedHash('attempts', normalizeEmail(account)).toString('base64url');
  requireWithinLimit(await byAddress[kind].consume(from), tooMany);
  const network = toWiderNetwork(from);
  const limitsNetwork = kind === 'signup' || network.endsWith('/48');
  if (limitsNetwork) requireWithinLimit(await byNetwork[kind].consume(network), tooMany);
  // Logins are limited per account and network, so that an attacker in another network cannot lock the owner out. `logIn`
  // limits the attempts from all networks together: after too many, it requires an emailed code.
  const place = network.endsWith('/48') ? network : from;
  const key = kind === 'login' ? `${hash}:${place}` : hash;
  requireWithinLimit(await byAccount[kind].consume(key), tooMany);
}

/** The number of failed attempts without a delay, and the window in which failures are counted together. */
const attemptsWithoutDelay = 5;
const failedLoginWindowSeconds = 15 * 60;

const initialDelayMs = 250;
const maxDelayMs = 4_000;

/**
 * Returns the delay of a login attempt, in milliseconds. The delay is 0 for the first attempts, and then doubles with each
 * attempt, up to four seconds. The delay slows guessing but never locks the account, so that the owner can still sign in
 * during an attack.
 *
 * @param wrongBefore how many attempts for the account have failed since the last successful attempt
 */
export function loginDelayMs(wrongBefore: number): number {
  if (wrongBefore < attemptsWithoutDelay) return 0;
  return Math.min(maxDelayMs, initialDelayMs * 2 ** (wrongBefore - attemptsWithoutDelay));
}

const attempts = createAttemptCounter('login', { seconds: failedLoginWindowSeconds });

/**
 * The maximum number of wrong passwords for one account, from all client addresses together. They are counted for
 * `windowSeconds`, from the first wrong password. When this number is reached, a login requires an emailed code besides
 * the right password.
 */
export const failedLoginCeiling = 20;
const windowSeconds = 24 * 3_600;

const failures = createAttemptCounter('failed-logins', { seconds: windowSeconds });

/**
 * Counts a login as failed before the password is checked, so that parallel attempts cannot exceed
 * the limit.
 *
 * @param account key of the account, which may not exist
 * @returns whether an emailed code is required
 */
async function countFailedLogin(account: string): Promise<boolean> {
  return (await failures.count(account)) > failedLoginCeiling;
}

/**
 * Uncounts an attempt that has succeeded. Earlier failed attempts stay counted, so that an attacker gains no new attempts when
 * the owner signs in.
 */
const uncountFailedLogin = (account: string): Promise<void> => failures.refund(account);

/**
 * Counts a password attempt for an account, and delays it after several failures. It counts the attempt before the password is
 * checked, so that parallel attempts cannot exceed the limits.
 *
 * @returns the key under which the account's attempts are counted, whether an emailed code is required, and
 *   `succeeded`, a function to call after a successful attempt: it ends the delays, and no longer counts this attempt
 *   as failed
 */
export async function beginAttempt(emailKey: string) {
  const account = keyedHash('login-attempts', emailKey).toString('base64url');
  await clock.wait(loginDelayMs((await attempts.count(account)) - 1));
  const asksForCode = await countFailedLogin(account);
  async function succeeded(): Promise<void> {
    await attempts.forget(account);
    await uncountFailedLogin(account);
  }
  return { account, asksForCode, succeeded };
}
