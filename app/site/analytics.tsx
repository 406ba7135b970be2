import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import type { Consent } from '#app/preferences/preferences.ts';

/** The analytics settings of a page. */
export type Analytics = {
  /** Host name in the URL of the script. */
  host: string;
  /** The visitor's choice; null until the visitor has answered. */
  choice: Consent | null;
  /** Whether the browser sends Global Privacy Control (https://w3c.github.io/gpc/). */
  refusedByBrowser: boolean;
  /** The analytics script; null unless the visitor has allowed it. */
  script: Script | null;
};

type Script = { src: string; siteId: string | undefined };

/**
 * Asks for consent to analytics below a public page, until the visitor has answered. The cookie policy shows no banner,
 * because it contains the form itself.
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
          May we count your visit? The counts show us which pages are read.{' '}
          <TextLink to={paths.cookies}>Cookie Policy</TextLink>
        </p>
        <ConsentForm choice={null} />
      </div>
    </section>
  );
}

const buttonLabels = { yes: 'Allow', no: 'No, thanks' } as const;

/**
 * The consent form, with equally prominent buttons. It posts a full document request even with JavaScript, because only
 * loading a new document removes a running script.
 *
 * @param choice the visitor's earlier answer
 */
function ConsentForm({ choice }: { choice: Consent | null }) {
  const { pathname, search } = useLocation();
  return (
    <form action={paths.consent} className="flex flex-wrap gap-3" method="post">
      <input name="to" type="hidden" value={pathname + search} />
      {(['yes', 'no'] as const).map((answer) => (
        <button
          aria-pressed={choice === null ? undefined : choice === answer}
          className="button-quiet min-w-28 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          key={answer}
          name="consent"
          type="submit"
          value={answer}
        >
          {buttonLabels[answer]}
        </button>
      ))}
    </form>
  );
}

/** The analytics section of the cookie policy: the current choice and a form that changes it. */
export function ConsentChoice() {
  const analytics = useAnalytics();
  return (
    <section aria-labelledby="analytics" className="prose">
      <h2 id="analytics">Analytics</h2>
      {analytics === null ? (
        <p>No analytics are in use on this site, so there is nothing to choose.</p>
      ) : (
        <>
          <p>
            If you allow analytics, a script from <code>{analytics.host}</code> counts which pages
            are visited. It learns the page’s address, where you came from, and what your browser
            tells every site. Without your consent, the script is not loaded.
          </p>
          {analytics.refusedByBrowser ? (
            <p>
              Your browser sends the Global Privacy Control signal. It counts as a refusal: your
              visits are not counted, even if you allowed this before.
            </p>
          ) : (
            <>
              <p>{sentences[analytics.choice ?? 'none']}</p>
              <ConsentForm choice={analytics.choice} />
            </>
          )}
        </>
      )}
    </section>
  );
}

const sentences = {
  yes: 'You have allowed analytics.',
  no: 'You declined analytics. Your visits are not counted.',
  none: 'You have not chosen yet, so your visits are not counted.',
};

/** The analytics settings of this page; null if analytics is off. */
export const useAnalytics = (): Analytics | null =>
  (useRouteLoaderData('root') as { analytics: Analytics | null } | undefined)?.analytics ?? null;

const trackablePages = [
  paths.home,
  paths.features,
  paths.plans,
  paths.about,
  paths.contact,
  paths.blog,
  paths.careers,
  paths.terms,
  paths.privacy,
  paths.cookies,
  paths.refunds,
  paths.docs,
  paths.reference,
];

/**
 * Whether visits to a page may be counted. Pages with keys, passwords or secret links never load a
 * third-party script.
 */
export const isTrackable = (pathname: string): boolean =>
  trackablePages.includes(pathname) || pathname.startsWith(`${paths.docs}/`);
