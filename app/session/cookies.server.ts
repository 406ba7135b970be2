import { createCookie } from '@remix-run/node';
import { parse } from 'cookie';
import { serverSettings } from '#platform/server-settings.ts';

/** Name of the cookie with the session token. */
export const sessionCookie = 'sid';

const https = serverSettings.PUBLIC_URL.startsWith('https:');

const prefix = https ? '__Host-' : '';

/** A cookie for this host only; over HTTPS the `__Host-` prefix makes browsers enforce that. */
export const hostCookie = (name: string) =>
  createCookie(prefix + name, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
  });

/** The names of the request's cookies for this host, as given to `hostCookie`. */
export const listHostCookies = (request: Request): string[] =>
  Object.keys(parse(request.headers.get('cookie') ?? ''))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));

/** Reads a cookie; anything but a non-empty string is ignored. */
export async function readText(
  cookie: ReturnType<typeof hostCookie>,
  request: Request,
): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}
