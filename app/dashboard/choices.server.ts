import { createCookie } from '@remix-run/node';
import { hostCookie, readText } from '#app/session/cookies.server.ts';
import { hasSentLiveMessage } from '#domain/billing/usage/get-current-usage-period.ts';
import { hasOnlyTestKeys } from '#domain/identity/api-keys/user-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { modes, toMode } from './mode.tsx';

/** How long the browser keeps the choice: half a year, in seconds. */
const maxAge = 180 * 24 * 3_600;

/** The cookie with the mode, and with the user who chose it: another user of the same browser starts with the default. */
const cookie = hostCookie('mode');

/**
 * Whether the dashboard shows live mode. The user's choice in this browser decides. Without one, the dashboard shows test
 * mode until the account has a live key or has sent a live message.
 */
export async function readLivemode(
  request: Request,
  { userId }: Pick<SignedInUser, 'userId'>,
): Promise<boolean> {
  const stored = await readText(cookie, request);
  const chosen = modes.find((mode) => stored === `${mode} ${userId}`);
  if (chosen) return chosen === 'live';
  return !(await hasOnlyTestKeys(userId)) || hasSentLiveMessage(userId);
}

/** @returns the Set-Cookie header that stores the choice */
export const serializeLivemode = (
  livemode: boolean,
  { userId }: Pick<SignedInUser, 'userId'>,
): Promise<string> => cookie.serialize(`${toMode(livemode)} ${userId}`, { maxAge });

/** Whether the sidebar is collapsed; stored for a year. */
const sidebarCookie = createCookie('sidebar', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 365 * 24 * 3_600,
});

export async function readSidebar(request: Request): Promise<boolean> {
  return (await sidebarCookie.parse(request.headers.get('cookie'))) === 'narrow';
}

/** @returns the Set-Cookie header that stores the choice */
export const writeSidebar = (narrow: boolean) =>
  sidebarCookie.serialize(narrow ? 'narrow' : 'wide');
