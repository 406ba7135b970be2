import { readResponse } from './read-response.ts';
import { beginAttempt, fetchModulesFor } from './route-modules.ts';
import { type SentForm, sendForm, takeSentForm } from './sent-form.ts';
import { hideWaiting, showWaiting, type Waiting } from './waiting.ts';

/**
 * Lets Remix's data requests wait instead of fail. When one fails, Remix replaces the open page with an error
 * page; a request that waits leaves the page, and what is typed in it, unchanged. It ends when it is sent
 * again and gets a response, or when the visitor does something else, which aborts it. Forms are never sent
 * again automatically.
 */
export function keepPagesOpen(): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const url = input instanceof URL ? input : null;
    // Remix fetches with a URL object, and none of our other requests ends in `.data`.
    if (!url || url.origin !== window.location.origin || !url.pathname.endsWith('.data')) {
      return plainFetch(input, init);
    }
    const isForm = init?.method !== undefined && init.method !== 'GET';
    const path = pathOf(url);
    const sent = isForm ? takeSentForm(path) : null;
    const send = async () => {
      const modules = fetchModulesFor(path, plainFetch);
      // A form is sent only once the modules of the page that shows its response are loaded.
      if (isForm) await modules;
      const [response] = await Promise.all([plainFetch(url, init), modules]);
      return response;
    };
    return sendUntilAnswered(send, { isForm, sent, signal: init?.signal ?? null });
  };
}

/** The path of the page that a `.data` address belongs to. */
function pathOf({ pathname }: URL): string {
  const path = pathname.slice(0, -'.data'.length);
  return path === '/_root' ? '/' : path;
}

type Request = { isForm: boolean; sent: SentForm | null; signal: AbortSignal | null };

async function sendUntilAnswered(
  send: () => Promise<Response>,
  { isForm, sent, signal }: Request,
): Promise<Response> {
  const key = {};
  try {
    for (let failures = 1; ; failures += 1) {
      beginAttempt();
      const outcome = await readResponse(send, isForm);
      signal?.throwIfAborted();
      if ('answer' in outcome) return outcome.answer;
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        const failed: Waiting = {
          ...outcome,
          isForm,
          form: sent?.form ?? null,
          fallback: sent?.form.dataset.fallback,
          failures,
          sendAgain() {
            // Resubmits the form with its current values; without a form, the same request is sent again.
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
