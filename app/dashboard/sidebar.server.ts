import { createCookie } from '@remix-run/node';

/** Whether the sidebar is collapsed; stored for a year. */
const cookie = createCookie('sidebar', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 365 * 24 * 3_600,
});

export async function readSidebar(request: Request): Promise<boolean> {
  return (await cookie.parse(request.headers.get('cookie'))) === 'narrow';
}

/** @returns the Set-Cookie header that stores the choice */
export const writeSidebar = (narrow: boolean) => cookie.serialize(narrow ? 'narrow' : 'wide');
