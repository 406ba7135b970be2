import { paths } from '#app/paths.ts';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';
import type { CheckReply } from './contract.ts';

const without = (problem: string): CheckReply => ({ checked: null, problem });

/**
 * Checks a message without leaving the page.
 *
 * @throws DOMException `AbortError` if `signal` is aborted
 */
export async function postCheck(form: FormData, signal: AbortSignal): Promise<CheckReply> {
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, String(value));
  try {
    const response = await fetch(paths.dltCheck, { method: 'POST', body, signal });
    if (response.status === 401) return without(errorCatalogue.session_expired);
    if (response.status === 429) return without(errorCatalogue.rate_limited);
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      return without('The message could not be checked. Please press the button to try again.');
    }
    return await response.json();
  } catch (error) {
    if (signal.aborted) throw error;
    return without('We could not reach the server. Check your connection, then continue typing.');
  }
}
