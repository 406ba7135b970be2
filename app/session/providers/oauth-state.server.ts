import { createHash } from 'node:crypto';
import { createSession, type SessionData, type SessionStorage } from '@remix-run/node';
import { encryptedCookie } from '#app/session/encrypted-cookie.server.ts';
import type { OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';
import { createAttemptCounter } from '#platform/rate-limit.server.ts';

/** How long somebody may take at the provider, in seconds. */
const lifeSeconds = 600;

/** Attempts that one browser may have under way with a provider; cookies are no place for more. */
const most = 5;

/** What an attempt carries through the visit to the provider, beside the strategy's own. */
export type OAuthAttempt = {
  /** Where to go when signed in: a path of ours. */
  to: string | null;
  /** It was begun in a window of its own. */
  popup: boolean;
};

/** Under this name both strategies keep their state. */
const stateKey = 'oauth2:state';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const prefixOf = (provider: OAuthProvider) => `${provider}-`;

/** Each attempt has a cookie of its own, named after its state, so that tabs do not meet. */
const cookieOf = (provider: OAuthProvider, state: string) =>
  encryptedCookie<SessionData>(`${prefixOf(provider)}${digest(state).slice(0, 16)}`, {
    maxAge: lifeSeconds,
  });

/** Where a strategy keeps what a new attempt needs to be finished. */
export function createOAuthState(provider: OAuthProvider, attempt: OAuthAttempt): SessionStorage {
  return {
    getSession: async () => createSession({ attempt }),
    commitSession: ({ data }) => cookieOf(provider, String(data[stateKey])).write(data),
    destroySession: async () => '',
  };
}

/** The attempt that a callback belongs to, or null if this browser did not begin one. */
export async function findOAuthState(provider: OAuthProvider, state: string, request: Request) {
  const cookie = cookieOf(provider, state);
  const data = await cookie.read(request);
  if (!data || data[stateKey] !== state) return null;
  const storage: SessionStorage = {
    getSession: async () => createSession(data),
    commitSession: async () => '',
    destroySession: async () => '',
  };
  return { ...(data.attempt as OAuthAttempt), storage, forget: cookie.forget };
}

const uses = createAttemptCounter('sign-in-state', { seconds: lifeSeconds });

/**
 * Uses an attempt up. Its cookie is taken back too, but a copy of it might be kept.
 *
 * @returns whether it was unused
 */
export async function consumeOAuthState(state: string): Promise<boolean> {
  return (await uses.count(digest(state))) === 1;
}

/** The headers that make room for another attempt, where a browser has begun too many. */
export function clearOldStateCookies(provider: OAuthProvider, request: Request): string[] {
  const sample = cookieOf(provider, '').name;
  const prefix = sample.slice(0, sample.lastIndexOf('-') + 1);
  const names = (request.headers.get('cookie') ?? '')
    .split(/; */)
    .map((pair) => pair.split('=')[0] ?? '')
    .filter((name) => name.startsWith(prefix) && /^[\w-]+$/.test(name));
  if (names.length < most) return [];
  const secure = sample.startsWith('__Host-') ? '; Secure' : '';
  return names.map((name) => `${name}=; Max-Age=0; Path=/; HttpOnly${secure}; SameSite=Lax`);
}
