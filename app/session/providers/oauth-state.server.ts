import { createHash } from 'node:crypto';
import { createSession, type SessionData, type SessionStorage } from '@remix-run/node';
import { encryptedCookie, hostCookie, listHostCookies } from '#app/session/cookies.server.ts';
import type { OAuthProvider } from '#domain/identity/accounts/contract.browser.ts';
import { createAttemptCounter } from '#platform/limits/rate-limit.ts';

/** Time limit for the sign-in at the provider, in seconds. */
const stateTtlSeconds = 600;

/** Maximum number of parallel attempts per browser and provider, to limit the cookies. */
const maxAttempts = 5;

/** The data of an attempt during the sign-in at the provider, besides the strategy's own state. */
export type OAuthAttempt = {
  /** Path to continue at after the sign-in. */
  to: string | null;
  /** Whether the attempt started in a popup. */
  popup: boolean;
};

/** The session key under which both strategies store their state. */
const stateKey = 'oauth2:state';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Characters of the digest in the name of a state cookie. */
const digestLength = 16;

/** Each attempt has its own cookie, named after the state, so that tabs do not interfere. */
const stateCookie = (provider: OAuthProvider, state: string) =>
  encryptedCookie<SessionData>(`${provider}-${digest(state).slice(0, digestLength)}`, {
    maxAge: stateTtlSeconds,
  });

/** The session storage in which a strategy keeps the state of a new attempt. */
export function createOAuthState(provider: OAuthProvider, attempt: OAuthAttempt): SessionStorage {
  return {
    getSession: async () => createSession({ attempt }),
    commitSession: ({ data }) => stateCookie(provider, String(data[stateKey])).write(data),
    destroySession: async () => '',
  };
}

/** The attempt of a callback; null if this browser did not start it. */
export async function findOAuthState(provider: OAuthProvider, state: string, request: Request) {
  const cookie = stateCookie(provider, state);
  const data = await cookie.read(request);
  if (!data || data[stateKey] !== state) return null;
  const storage: SessionStorage = {
    getSession: async () => createSession(data),
    commitSession: async () => '',
    destroySession: async () => '',
  };
  return { ...(data.attempt as OAuthAttempt), storage, forget: cookie.forget };
}

const uses = createAttemptCounter('sign-in-state', { seconds: stateTtlSeconds });

/**
 * Consumes an attempt. Deleting its cookie is not enough, because a copy of the cookie may exist.
 *
 * @returns whether the attempt was unused
 */
export async function consumeOAuthState(state: string): Promise<boolean> {
  return (await uses.count(digest(state))) === 1;
}

/** The headers that delete old state cookies, if a browser has too many. */
export async function clearOldStateCookies(
  provider: OAuthProvider,
  request: Request,
): Promise<string[]> {
  const stateName = new RegExp(`^${provider}-[0-9a-f]{${digestLength}}$`);
  const names = listHostCookies(request).filter((name) => stateName.test(name));
  if (names.length < maxAttempts) return [];
  return Promise.all(names.map((name) => hostCookie(name).serialize('', { maxAge: 0 })));
}
