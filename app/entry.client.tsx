import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepPagesOpen } from './connection/page-requests.ts';
import { noteSentForms } from './connection/sent-form.ts';

noteSentForms();
keepPagesOpen();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
