import { redirect } from '@remix-run/node';
import { z } from 'zod';
import type { Flash, Toast } from '#app/components/toasts.tsx';
import { hostCookie, readText } from './cookies.server.ts';
import { localPath } from './local-path.ts';

const cookie = hostCookie('flash');

/** How many seconds a toast waits for the next page. */
const maxAge = 60;

const flashSchema = z.object({
  toast: z.object({
    type: z.enum(['success', 'error', 'warning', 'info']),
    title: z.string(),
    message: z.string().optional(),
  }),
  next: z
    .string()
    .refine((path) => localPath(path) !== null)
    .optional(),
});

/**
 * Sets a toast for the next page.
 *
 * @returns the headers with its cookie
 */
export async function setFlashHeaders(flash: Flash, headers = new Headers()): Promise<Headers> {
  headers.append('set-cookie', await cookie.serialize(JSON.stringify(flash), { maxAge }));
  return headers;
}

/** Redirects, and shows a toast on the next page. */
export async function redirectWithToast(
  to: string,
  toast: Toast,
  { headers, next }: { headers?: Headers; next?: string } = {},
): Promise<Response> {
  return redirect(to, { headers: await setFlashHeaders({ toast, next }, headers) });
}

/** Redirects after a success, and shows a toast about it on the next page. */
export const redirectDone = (to: string, title: string, message?: string) =>
  redirectWithToast(to, { type: 'success', title, message });

/** Reads the toast for this page, and returns the headers that delete its cookie. */
export async function consumeFlash(
  request: Request,
): Promise<{ flash: Flash | null; headers: Headers }> {
  const headers = new Headers();
  const text = await readText(cookie, request);
  if (text === null) return { flash: null, headers };
  headers.append('set-cookie', await cookie.serialize('', { maxAge: 0 }));
  return { flash: flashSchema.safeParse(parseJson(text)).data ?? null, headers };
}

/** Parses the cookie's text; null if it is not JSON, because a visitor can put any value into the cookie. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
