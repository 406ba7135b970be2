import { noteFailedRequest } from '#app/request-context.ts';
import { beginAttempt, fetchModulesFor } from './route-modules.ts';
import { type SentForm, sendForm, takeSentForm } from './sent-form.ts';
import { hideWaiting, showWaiting, type Waiting } from './waiting.ts';

/**
 * Makes Remix's data requests wait instead of fail. If a data request fails, Remix replaces the open page with an error
 * page. While the request waits, the page and all typed text stay. The wait ends when a new attempt gets a response, or when
 * another action of the visitor aborts the request. Forms are never resent automatically.
 */
export function keepPagesOpen(): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const url = input instanceof URL ? input : null;
    // Remix requests data with a URL object whose path ends in `.data`. None of our other requests has such a path.
    if (!url || url.origin !== window.location.origin || !url.pathname.endsWith('.data')) {
      return plainFetch(input, init);
    }
    const isForm = init?.method !== undefined && init.method !== 'GET';
    const path = pathOf(url);
    const sent = isForm ? takeSentForm(path) : null;
    const send = async () => {
      const modules = fetchModulesFor(path, plainFetch);
      // Sends a form only after loading the modules of the page that shows the response.
      if (isForm) await modules;
      const [response] = await Promise.all([plainFetch(url, init), modules]);
      return response;
    };
    return sendUntilAnswered(send, { isForm, sent, signal: init?.signal ?? null });
  };
}

/** The path of the page to which a `.data` address belongs. */
function pathOf({ pathname }: URL): string {
  const path = pathname.slice(0, -'.data'.length);
  return path === '/_root' ? '/' : path;
}

type Request = { isForm: boolean; sent: SentForm | null; signal: AbortSignal | null };

/** The outcome of a request: a response for the page, or the reason why there is none. */
type Outcome = { answer: Response } | { why: 'lost' | 'unreadable'; message?: string | undefined };

/** Sends a request for a page's data and reads the whole response, so that a truncated response counts as lost. */
async function readResponse(send: () => Promise<Response>, isForm: boolean): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await send();
    text = await response.text();
  } catch {
    return { why: 'lost' };
  }
  const { status, statusText, headers } = response;
  if (headers.get('x-remix-response') !== 'yes') {
    return { why: 'unreadable', message: messageOf(text) };
  }
  // Every line of a turbo-stream response ends with a line feed. Without it, the response was truncated.
  if (text !== '' && !text.endsWith('\n')) return { why: 'lost' };
  if (isForm && status >= 400) {
    const error = errorOf(text);
    // If Remix got this response, it would replace the form and all typed text with the error page.
    if (error && (status >= 500 || error.message)) return { why: 'unreadable', ...error };
  }
  noteFailedRequest(status >= 500 ? headers.get('x-request-id') : null);
  return { answer: new Response(text === '' ? null : text, { status, statusText, headers }) };
}

/** The `message` of a JSON body. Proxies and our API both use this name. */
function messageOf(text: string): string | undefined {
  const { message } = (parse(text) ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/**
 * The error that an action threw. Remix responds in turbo-stream: a JSON list of values that refer to each
 * other by index.
 *
 * @returns null if the response is not an error; `message` is the text of the thrown response
 */
function errorOf(text: string): { message?: string | undefined } | null {
  const values = parse(text.slice(0, text.indexOf('\n')));
  if (!Array.isArray(values) || values[1] !== 'error') return null;
  const [type, place] = Array.isArray(values[2]) ? values[2] : [];
  const message = type === 'ErrorResponse' ? values[place] : undefined;
  return typeof message === 'string' && message !== '' ? { message } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function sendUntilAnswered(
  send: () => Promise<Response>,
  { isForm, sent, signal }: Request,
): Promise<Response> {
  const key = {};
  try {
    for (let failures = 1; ; failures += 1) {
      beginAttempt();
      const wasOffline = !navigator.onLine;
      const outcome = await readResponse(send, isForm);
      signal?.throwIfAborted();
      if ('answer' in outcome) return outcome.answer;
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        const failed: Waiting = {
          ...outcome,
          ...{ isForm, wasOffline },
          form: sent?.form ?? null,
          fallback: sent?.form.dataset.fallback,
          failures,
          sendAgain() {
            // Resubmits the form with its current values; without a form, repeats the same request.
            if (sent && sendForm(sent)) return;
            showWaiting(key, { ...failed, trying: true });
            resolve();
          },
        };
        showWaiting(key, failed);
      });
    }
  } finally {
    hideWaiting(key);
  }
}
