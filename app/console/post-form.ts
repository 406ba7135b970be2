import { paths } from '#app/paths.ts';
import type { Toast } from '#app/session/toast.ts';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';
import type { ConsoleTab, Reply } from './contract.ts';

/**
 * The result of posting a console's form: the console's reply, a rejection with a toast, or no usable
 * response.
 */
export type ConsoleReply =
  | { reply: Reply }
  | { rejection: Toast }
  | { why: 'lost' | 'unreadable'; message?: string };

const reject = (message: string): ConsoleReply => ({
  rejection: { type: 'error', title: 'Error', message },
});

/** Posts a console's form without leaving the page. */
export async function postForm(tab: ConsoleTab, form: FormData): Promise<ConsoleReply> {
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, String(value));
  try {
    const response = await fetch(paths.console(tab), { method: 'POST', body });
    const answer = isJson(response) ? await response.json().catch(unreadable) : unreadable();
    if ('typed' in answer) return { reply: answer };
    if (response.status === 401) return reject(errorCatalogue.session_expired);
    if (response.status === 429) return reject(errorCatalogue.rate_limited);
    const message = typeof answer.message === 'string' ? { message: answer.message } : {};
    return { why: 'unreadable', ...message };
  } catch {
    // Whether the call was made is unknown; the same form may be sent again.
    return { why: 'lost' };
  }
}

/** A body that was cut off throws a TypeError: the connection broke. */
function unreadable(error?: unknown): Record<string, never> {
  if (error instanceof TypeError) throw error;
  return {};
}

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') ?? false;
