import { randomBytes } from 'node:crypto';
import type { Toast } from '#app/components/toasts.tsx';
import { encryptedCookie, readDevice, readTrusted } from '#app/session/cookies.server.ts';
import { getSignedInUser, readUserAgent } from '#app/session/session.server.ts';
import { getUser } from '#domain/billing/get-user.ts';
import { issueToken } from '#domain/identity/accounts/account-tokens.ts';
import {
  type OAuthProvider,
  oauthProviders,
  signInCodeTtlMs,
} from '#domain/identity/accounts/contract.browser.ts';
import { redeemSignInCode } from '#domain/identity/accounts/log-in.ts';

type Bound = {
  /** The secret to which the code is bound. */
  secret: string;
  to: string | null;
  userId: string;
};

const cookie = encryptedCookie<Bound>('sign-in', { maxAge: signInCodeTtlMs / 1_000 });

/**
 * Creates the one-time code that this browser exchanges for a session.
 *
 * @param to path to continue at
 * @returns the code, and the `Set-Cookie` header with the secret to which the code is bound
 */
export async function createSignInCode(userId: string, to: string | null) {
  const secret = randomBytes(32).toString('base64url');
  const token = await issueToken({
    purpose: 'sign_in',
    userId,
    lifeMs: signInCodeTtlMs,
    boundTo: secret,
  });
  return { token, setCookie: await cookie.write({ secret, to, userId }) };
}

/**
 * Consumes a code.
 *
 * @returns the token of a new session or pending sign-in and the path to continue at, or null if the code is used, expired or
 *   bound to another browser
 */
export async function consumeSignInCode(code: string, request: Request) {
  const bound = await cookie.read(request);
  if (!bound) return null;
  const device = await readDevice(request);
  // A user who is already signed in signs in again to confirm a sensitive action. For this, a trusted device does not
  // replace the second factor.
  const trusted = (await getSignedInUser(request)) ? null : await readTrusted(request);
  const browser = { userAgent: readUserAgent(request), device: device.id, trusted };
  const begun = await redeemSignInCode(code, bound.secret, browser);
  if (!begun) return null;
  return { ...begun, to: bound.to, setCookies: [await cookie.forget(), device.setCookie] };
}

/** Finds the user who is about to be signed in, for the popup's message to its opener; null if there is none. */
export async function findSignInUser(request: Request) {
  const bound = await cookie.read(request);
  if (!bound) return null;
  const { _id, name, email } = await getUser(bound.userId);
  return { _id, name, email };
}

const reasons = ['denied', 'unconfirmed', 'taken', 'off', 'failed'] as const;

type Reason = (typeof reasons)[number];

/** Why a sign-in failed, as stated in URLs. Never the provider's own text. */
export type Failure = `${OAuthProvider}_${Reason}` | 'no_token' | 'code_over';

/** Error messages by reason. */
function messages(provider: OAuthProvider): Record<Reason, string> {
  const name = oauthProviders[provider];
  return {
    denied: `${name} login failed: access was denied`,
    unconfirmed: `${name} did not share a verified email address with us. Verify your email there, or sign up with a password.`,
    taken: 'An account with this email address already exists. Please log in with your password.',
    off: `${name} login failed`,
    failed: `${name} login failed`,
  };
}

/** The toast for a failure. An unknown failure gets a general message. */
export function failureToast(failure: string): Toast {
  if (failure === 'github_off') return { type: 'info', title: 'Feature under development' };
  return { type: 'error', title: 'Error', message: failureMessage(failure) };
}

function failureMessage(failure: string): string {
  if (failure === 'no_token') return 'Authentication failed: No token received';
  if (failure === 'code_over') return 'This sign-in has expired. Please log in again.';
  for (const provider of Object.keys(oauthProviders) as OAuthProvider[]) {
    for (const reason of reasons) {
      if (failure === `${provider}_${reason}`) return messages(provider)[reason];
    }
  }
  return 'Login failed';
}
