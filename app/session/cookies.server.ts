import { createCookie } from '@remix-run/node';
import { serverSettings } from '#platform/server-settings.ts';

const https = serverSettings.PUBLIC_URL.startsWith('https:');

/** A cookie for this host only; over HTTPS the `__Host-` prefix makes browsers enforce that. */
export const hostCookie = (name: string) =>
  createCookie(https ? `__Host-${name}` : name, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
  });

/** Reads a cookie; anything but a non-empty string is ignored. */
export async function readText(
  cookie: ReturnType<typeof hostCookie>,
  request: Request,
): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}
