import { paths } from '#app/paths.ts';
import type { Toast } from '#app/session/toast.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';
import type { ConsoleTab, Reply } from './contract.ts';

/** What a console's form was answered: what the console says, a refusal of the site, or nothing of use. */
export type ConsoleReply =
  | { reply: Reply }
  | { refusal: Toast }
  | { why: 'lost' | 'unreadable'; message?: string };

const refused = (message: string): ConsoleReply => ({
  refusal: { type: 'error', title: 'Error', message },
});

/** Sends a console's form without leaving the page. */
export async function postForm(tab: ConsoleTab, form: FormData): Promise<ConsoleReply> {
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, String(value));
  try {
    const response = await fetch(paths.console(tab), { method: 'POST', body });
    const answer = isJson(response) ? await response.json().catch(unreadable) : unreadable();
    if ('typed' in answer) return { reply: answer };
    if (response.status === 401) return refused(errorCatalogue.session_expired);
    if (response.status === 429) return refused(errorCatalogue.rate_limited);
    const said = typeof answer.message === 'string' ? { message: answer.message } : {};
    return { why: 'unreadable', ...said };
  } catch {
    // The connection broke, so nobody knows whether it was sent; the same form may be sent again.
    return { why: 'lost' };
  }
}

/** A body cut off in its middle throws a TypeError: the connection broke. */
function unreadable(error?: unknown): Record<string, never> {
  if (error instanceof TypeError) throw error;
  return {};
}

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') ?? false;
