import { Link, useLocation } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { ConsentForm } from './consent-form.tsx';
import { useAnalytics } from './use-analytics.ts';

/**
 * Asks below a public page for consent to analytics, until the visitor has answered. The cookie policy page
 * asks in its own text.
 */
export function ConsentBanner() {
  const analytics = useAnalytics();
  const { pathname } = useLocation();
  if (!analytics || analytics.refusedByBrowser || analytics.choice !== null) return null;
  if (pathname === paths.cookies) return null;
  return (
    <section
      aria-label="Analytics"
      className="sticky bottom-0 z-20 border-t border-control bg-raised"
      id="consent"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-10 gap-y-3 px-6 py-4 text-sm">
        <p className="max-w-xl">
          May we count your visit? It tells us which pages are read.{' '}
          <Link className="link" to={paths.cookies}>
            Cookie Policy
          </Link>
        </p>
        <ConsentForm choice={null} />
      </div>
    </section>
  );
}
