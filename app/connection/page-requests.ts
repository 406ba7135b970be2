import { readResponse } from './read-response.ts';
import { beginAttempt, fetchModulesFor } from './route-modules.ts';
import { type SentForm, sendForm, takeSentForm } from './sent-form.ts';
import { hideWaiting, showWaiting, type Waiting } from './waiting.ts';

/**
 * Lets Remix's requests for the data of pages wait instead of fail. Remix shows an error page in place of
 * whatever is open when one of them fails; a request that waits leaves the page, and what is typed in it, as
 * it is. It is over when it is sent again and answered, or when the visitor does something else, which aborts
 * it. No form is sent again by itself.
 */
export function keepPagesOpen(): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const url = input instanceof URL ? input : null;
    // Remix asks with a URL object, and nothing else that we send ends like this.
    if (!url || url.origin !== window.location.origin || !url.pathname.endsWith('.data')) {
      return plainFetch(input, init);
    }
    const isForm = init?.method !== undefined && init.method !== 'GET';
    const path = pathOf(url);
    const sent = isForm ? takeSentForm(path) : null;
    const send = async () => {
      const modules = fetchModulesFor(path, plainFetch);
      // A form is sent when the page of its answer can be shown.
      if (isForm) await modules;
      const [response] = await Promise.all([plainFetch(url, init), modules]);
      return response;
    };
    return untilAnswered(send, { isForm, sent, signal: init?.signal ?? null });
  };
}

/** The page whose data an address is for. */
function pathOf({ pathname }: URL): string {
  const path = pathname.slice(0, -'.data'.length);
  return path === '/_root' ? '/' : path;
}

type Request = { isForm: boolean; sent: SentForm | null; signal: AbortSignal | null };

async function untilAnswered(
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
            // The form holds what is typed now; without one the request is sent as it was.
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
