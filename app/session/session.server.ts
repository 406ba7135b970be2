import { type AppLoadContext, replace } from '@remix-run/node';
import { paths } from '#app/paths.ts';
import {
  findPendingDeletion,
  type PendingDeletion,
} from '#domain/identity/account-deletion/request-deletion.ts';
import { pendingSignInTtlMs } from '#domain/identity/factors/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { findSession, type RenewedSession } from '#domain/identity/sessions/create-session.ts';
import { revokeSession } from '#domain/identity/sessions/manage-sessions.ts';
import { noteActor, oncePerPage } from '#platform/request-scope.ts';
import { encryptedCookie, hostCookie, readText, sessionCookie } from './cookies.server.ts';

/** The cookie with the session token, and nothing else. */
const cookie = hostCookie(sessionCookie);

/**
 * Max age of a remembered cookie in seconds: 400 days, the maximum that browsers allow (draft-ietf-httpbis-rfc6265bis,
 * 5.5). The session itself expires earlier; using it extends its expiry.
 */
const rememberSeconds = 400 * 24 * 3_600;

/**
 * The id of the browser's last user, kept as long as the session cookie. It is needed after the session has expired, because
 * a draft belongs only to this user.
 */
const lastUser = encryptedCookie<string>('last_user', { maxAge: rememberSeconds });

/**
 * Sets the cookies of a new session, and ends the previous session of the browser.
 *
 * @param remember whether the browser keeps the cookies after it is closed
 * @returns the headers with the cookies
 */
export async function createSessionHeaders(
  request: Request,
  token: string,
  { remember }: { remember: boolean },
): Promise<Headers> {
  await endCurrentSession(request);
  const options = remember ? { maxAge: rememberSeconds } : {};
  const headers = new Headers({ 'set-cookie': await cookie.serialize(token, options) });
  const signedIn = await findSession(token, 'browser');
  if (signedIn) headers.append('set-cookie', await lastUser.write(signedIn.userId, { remember }));
  return headers;
}

/** The `Set-Cookie` header with the new token of a session. */
export const writeRenewedSession = ({
  token,
  isRemembered,
}: Pick<RenewedSession, 'token' | 'isRemembered'>): Promise<string> =>
  cookie.serialize(token, isRemembered ? { maxAge: rememberSeconds } : {});

/** The token of a sign-in that waits for its second factor. */
const pendingCookie = hostCookie('pending');

/**
 * The headers that store the token of a sign-in which waits for its second factor. The session of the browser ends, as it does
 * at every sign-in.
 */
export async function createPendingHeaders(request: Request, token: string): Promise<Headers> {
  await endCurrentSession(request);
  const headers = await clearSessionCookies();
  const maxAge = pendingSignInTtlMs / 1_000;
  headers.append('set-cookie', await pendingCookie.serialize(token, { maxAge }));
  return headers;
}

/** The token of the browser's sign-in that waits for its second factor, or null. */
export const readPendingToken = (request: Request) => readText(pendingCookie, request);

/** @returns the `Set-Cookie` header that deletes the pending sign-in */
export const forgetPendingSignIn = () => pendingCookie.serialize('', { maxAge: 0 });

/** The id of the browser's last user, signed in or not; null after signing out. */
export const getLastUserId = (request: Request): Promise<string | null> => lastUser.read(request);

/** The User-Agent header, which the list of sessions shows. */
export const readUserAgent = (request: Request) => request.headers.get('user-agent') ?? '';

const findBrowserSession = oncePerPage((token) => findSession(token, 'browser'));

/** The signed-in user, or null. */
export async function getSignedInUser(request: Request): Promise<SignedInUser | null> {
  const token = await readText(cookie, request);
  const signedIn = token ? await findBrowserSession(token) : null;
  if (signedIn) noteMember(signedIn);
  return signedIn;
}

const noteMember = ({ userId, sessionId }: Pick<SignedInUser, 'userId' | 'sessionId'>) =>
  noteActor({ kind: 'member', id: userId, sessionId });

/**
 * The pending deletion of the account that the visitor has signed in to, or null. Such a visitor is not a signed-in user, and
 * can only undo the deletion.
 */
export async function getPendingDeletion(request: Request): Promise<PendingDeletion | null> {
  const token = await readText(cookie, request);
  const pending = token ? await findPendingDeletion(token) : null;
  if (pending) noteMember(pending);
  return pending;
}

/**
 * The signed-in user.
 *
 * @throws Response that redirects to the login, which leads back to this page, or to the page that undoes the deletion of the
 *   account
 */
export async function requireSignedInUser(request: Request): Promise<SignedInUser> {
  const signedIn = await getSignedInUser(request);
  if (signedIn) return signedIn;
  if (await getPendingDeletion(request)) throw replace(paths.accountDeletion);
  throw redirectToLogin(request);
}

/** Redirects to the login, which leads back to the requested path. */
export function redirectToLogin(request: Request, headers = new Headers()): Response {
  const { pathname, search } = new URL(request.url);
  return replace(paths.loginThen(pathname + search), { headers });
}

/**
 * Ends the session of this browser.
 *
 * @returns the headers that delete the cookies
 */
export async function signOut(request: Request): Promise<Headers> {
  await endCurrentSession(request);
  return clearSessionCookies();
}

/**
 * Clears the cookies of a browser whose session has ended.
 *
 * @returns the headers that delete the cookies
 */
export async function clearSessionCookies(): Promise<Headers> {
  const headers = new Headers({ 'set-cookie': await cookie.serialize('', { maxAge: 0 }) });
  headers.append('set-cookie', await lastUser.forget());
  return headers;
}

async function endCurrentSession(request: Request): Promise<void> {
  const session = (await getSignedInUser(request)) ?? (await getPendingDeletion(request));
  if (session) await revokeSession(session.userId, session.sessionId);
}

/** The client's address as rate limits count it, and the exact address; empty if unknown. */
export const toClientAddresses = ({ clientAddress = '', exactAddress = '' }: AppLoadContext) => ({
  clientAddress,
  exactAddress,
});

export type Addresses = ReturnType<typeof toClientAddresses>;
