import { createCookie } from '@remix-run/node';
import { serverSettings } from '#platform/server-settings.ts';

const https = serverSettings.PUBLIC_URL.startsWith('https:');

/** Our cookies are for this host alone, which the prefix makes the browser enforce over HTTPS. */
export const hostCookie = (name: string) =>
  createCookie(https ? `__Host-${name}` : name, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
  });

/** Reads one of our cookies; what is not a text was not written by us. */
export async function readText(
  cookie: ReturnType<typeof hostCookie>,
  request: Request,
): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}
