import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useNonce } from '#app/request-context.ts';
import { isTrackable } from './trackable-pages.ts';
import { useAnalytics } from './use-analytics.ts';

/**
 * The script that counts visits, on the pages of who has allowed it. It comes with a document or not at
 * all, so that it never sees the addresses of pages before; and before a page where it may not be, the
 * document is left, and the script with it.
 */
export function AnalyticsScript() {
  const nonce = useNonce();
  const analytics = useAnalytics();
  const here = useLocation();
  const { location: next } = useNavigation();
  const [script] = useState(analytics?.script ?? null);

  const leaving = useRef(false);
  useEffect(() => {
    const to = next ?? here;
    if (!script || leaving.current || isTrackable(to.pathname)) return;
    leaving.current = true;
    if (next) window.location.assign(to.pathname + to.search);
    else window.location.reload();
  }, [script, next, here]);

  if (!script) return null;
  return (
    <script
      async
      // The two most common scripts look for their site's name under these two names.
      data-domain={script.siteId}
      data-website-id={script.siteId}
      nonce={nonce}
      src={script.src}
      // Browsers hide a nonce from scripts.
      suppressHydrationWarning
    />
  );
}
