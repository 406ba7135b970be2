import { paths } from '#app/paths.ts';
import type { Toast } from '#app/session/toast.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';
import type { ConsoleTab, Reply } from './contract.ts';

const failed = (message: string): { toast: Toast } => ({
  toast: { type: 'error', title: 'Error', message },
});

/** Sends a console's form without leaving the page. @returns what came back, or what to say if nothing did */
export async function postForm(
  tab: ConsoleTab,
  form: HTMLFormElement,
  submitter: HTMLButtonElement | null,
): Promise<Reply | { toast: Toast }> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  try {
    const response = await fetch(paths.console(tab), { method: 'POST', body });
    if (response.status === 401 && !isJson(response)) return failed(errorCatalogue.session_expired);
    if (response.status === 429 && !isJson(response)) return failed(errorCatalogue.rate_limited);
    return isJson(response) ? await response.json() : failed(errorCatalogue.internal);
  } catch {
    // The connection broke, so nobody knows whether it was sent; the same form may be sent again.
    return failed('Network error');
  }
}

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') ?? false;
