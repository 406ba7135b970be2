import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepPagesOpen } from './connection/page-requests.ts';
import { noteSentForms } from './connection/sent-form.ts';

/**
 * Waits until Remix has decoded the page's data. Until then, `RemixBrowser` throws a promise before it calls its first
 * hook. If the user presses a key or clicks during that time, React 18 gives up hydration permanently.
 */
async function untilDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}

noteSentForms();
keepPagesOpen();

await untilDecoded();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
