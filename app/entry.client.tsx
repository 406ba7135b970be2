import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepPagesOpen } from './connection/page-requests.ts';
import { noteSentForms } from './connection/sent-form.ts';

/**
 * Waits until Remix has decoded the page's data. Until then, Remix throws a promise before its first hook. React 18
 * permanently gives up hydration if the user presses a key or clicks while RemixBrowser still waits.
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
