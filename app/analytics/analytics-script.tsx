import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useNonce } from '#app/request-context.ts';
import { useAnalytics } from './consent.tsx';
import { isTrackable } from './trackable-pages.ts';

/**
 * The analytics script, for visitors who have allowed it. It is loaded with a document or not at all, so that
 * it never sees the addresses of earlier pages. Navigating to a page that must not be tracked leaves the
 * document, and with it the script.
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
      // The two most common analytics scripts read their site id from these two attributes.
      data-domain={script.siteId}
      data-website-id={script.siteId}
      nonce={nonce}
      src={script.src}
      // Browsers hide a nonce from scripts, so hydration would see a difference.
      suppressHydrationWarning
    />
  );
}
