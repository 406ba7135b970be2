import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { hostCookie, readText } from './cookies.server.ts';
import { localPath } from './local-path.ts';
import type { Flash, Toast } from './toast.ts';

const cookie = hostCookie('flash');

/** Seconds that a notice waits for the next page. */
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

/** Tells the next page something, once. @returns the headers that carry it */
export async function setFlashHeaders(flash: Flash, headers = new Headers()): Promise<Headers> {
  headers.append('set-cookie', await cookie.serialize(JSON.stringify(flash), { maxAge }));
  return headers;
}

/** Tells the next page something, once, by way of a redirect to it. */
export async function redirectWithToast(
  to: string,
  toast: Toast,
  { headers, next }: { headers?: Headers; next?: string } = {},
): Promise<Response> {
  return redirect(to, { headers: await setFlashHeaders({ toast, next }, headers) });
}

/** What the page before left to be told, and the headers that forget it. */
export async function consumeFlash(
  request: Request,
): Promise<{ flash: Flash | null; headers: Headers }> {
  const headers = new Headers();
  const text = await readText(cookie, request);
  if (text === null) return { flash: null, headers };
  headers.append('set-cookie', await cookie.serialize('', { maxAge: 0 }));
  return { flash: flashSchema.safeParse(parseJson(text)).data ?? null, headers };
}

/** The cookie is the visitor's, who may have written anything into it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
