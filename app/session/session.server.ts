import { replace } from '@remix-run/node';
import { paths } from '#app/paths.ts';
import { beginSession } from '#domain/sessions/begin-session.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { endSession } from '#domain/sessions/end-session.server.ts';
import { findSession } from '#domain/sessions/find-session.server.ts';
import { hostCookie, readText } from './cookies.server.ts';

/** Holds the session's token and nothing else. */
const cookie = hostCookie('sid');

/**
 * How long a remembered cookie is kept, in seconds: 400 days, the most that browsers allow
 * (draft-ietf-httpbis-rfc6265bis, 5.5). The session decides when it is over, and lives on in use.
 */
const rememberSeconds = 400 * 24 * 3_600;

/**
 * Signs a user in with a new session; the one that the browser had is over.
 *
 * @param remember whether the browser keeps the cookie when it is closed
 * @returns the headers that hand the cookie over
 */
export async function signIn(
  request: Request,
  userId: string,
  { remember }: { remember: boolean },
): Promise<Headers> {
  await endPresent(request);
  const { token } = await beginSession(userId, request.headers.get('user-agent') ?? '');
  const life = remember ? { maxAge: rememberSeconds } : {};
  return new Headers({ 'set-cookie': await cookie.serialize(token, life) });
}

/** Who is signed in, or null. */
export async function getSignedIn(request: Request): Promise<SignedIn | null> {
  const token = await readText(cookie, request);
  return token ? findSession(token) : null;
}

/**
 * Who is signed in.
 *
 * @throws Response to the login, and from there back to where the visitor was going
 */
export async function requireSignedIn(request: Request): Promise<SignedIn> {
  const signedIn = await getSignedIn(request);
  if (signedIn) return signedIn;
  const { pathname, search } = new URL(request.url);
  throw replace(paths.loginThen(pathname + search));
}

/** Ends the session of this browser. @returns the headers that take the cookie back */
export async function signOut(request: Request): Promise<Headers> {
  await endPresent(request);
  return new Headers({ 'set-cookie': await cookie.serialize('', { maxAge: 0 }) });
}

async function endPresent(request: Request): Promise<void> {
  const signedIn = await getSignedIn(request);
  if (signedIn) await endSession(signedIn.userId, signedIn.sessionId);
}
