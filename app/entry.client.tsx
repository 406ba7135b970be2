import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepPagesOpen } from './connection/page-requests.ts';
import { noteSentForms } from './connection/sent-form.ts';

/**
 * Waits until Remix has decoded the page's data, which it throws as a promise before its first hook. React 18 gives
 * hydration up for good if a key or a click comes while RemixBrowser still has to wait.
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
