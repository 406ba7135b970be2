import { replace } from '@remix-run/node';
import { paths } from '#app/paths.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { findSession } from '#domain/identity/sessions/find-session.server.ts';
import { revokeSession } from '#domain/identity/sessions/revoke-session.server.ts';
import { hostCookie, readText } from './cookies.server.ts';
import { encryptedCookie } from './encrypted-cookie.server.ts';
import { sessionCookie } from './session-cookie.ts';

/** Holds the session's token and nothing else. */
const cookie = hostCookie(sessionCookie);

/**
 * How long a remembered cookie is kept, in seconds: 400 days, the most that browsers allow
 * (draft-ietf-httpbis-rfc6265bis, 5.5). The session decides when it is over, and lives on in use.
 */
const rememberSeconds = 400 * 24 * 3_600;

/**
 * Whose session the browser had last, for when it is over: what they left behind is nobody else's. The
 * browser keeps it as long as the session's own cookie.
 */
const lastUser = encryptedCookie<string>('last_user', { maxAge: rememberSeconds });

/**
 * Hands a new session over to the browser; the one that it had is over.
 *
 * @param remember whether the browser keeps the cookies when it is closed
 * @returns the headers that carry the cookies
 */
export async function createSessionHeaders(
  request: Request,
  token: string,
  { remember }: { remember: boolean },
): Promise<Headers> {
  await endPresent(request);
  const life = remember ? { maxAge: rememberSeconds } : {};
  const headers = new Headers({ 'set-cookie': await cookie.serialize(token, life) });
  const signedIn = await findSession(token, 'browser');
  if (signedIn) headers.append('set-cookie', await lastUser.write(signedIn.userId, { remember }));
  return headers;
}

/** The id of the user who signed in here last, signed in still or not; null after signing out. */
export const getLastUserId = (request: Request): Promise<string | null> => lastUser.read(request);

/** How the browser names itself, as sessions are listed. */
export const readUserAgent = (request: Request) => request.headers.get('user-agent') ?? '';

/** Who is signed in, or null. */
export async function getSignedInUser(request: Request): Promise<SignedInUser | null> {
  const token = await readText(cookie, request);
  return token ? findSession(token, 'browser') : null;
}

/**
 * Who is signed in.
 *
 * @throws Response to the login, and from there back to where the visitor was going
 */
export async function requireSignedInUser(request: Request): Promise<SignedInUser> {
  const signedIn = await getSignedInUser(request);
  if (signedIn) return signedIn;
  throw redirectToLogin(request);
}

/** Leads to the login, and from there back to where the visitor was going. */
export function redirectToLogin(request: Request, headers = new Headers()): Response {
  const { pathname, search } = new URL(request.url);
  return replace(paths.loginThen(pathname + search), { headers });
}

/** Ends the session of this browser. @returns the headers that take the cookies back */
export async function signOut(request: Request): Promise<Headers> {
  await endPresent(request);
  return clearSessionCookies();
}

/** For a browser whose session was ended. @returns the headers that take the cookies back */
export async function clearSessionCookies(): Promise<Headers> {
  const headers = new Headers({ 'set-cookie': await cookie.serialize('', { maxAge: 0 }) });
  headers.append('set-cookie', await lastUser.forget());
  return headers;
}

async function endPresent(request: Request): Promise<void> {
  const signedIn = await getSignedInUser(request);
  if (signedIn) await revokeSession(signedIn.userId, signedIn.sessionId);
}
