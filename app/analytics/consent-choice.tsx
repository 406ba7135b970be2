import { ConsentForm } from './consent-form.tsx';
import { useAnalytics } from './use-analytics.ts';

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
            If you allow it, a script from <code>{analytics.host}</code> counts which pages are
            visited. It learns the page’s address, where you came from, and what your browser tells
            every site. Without your consent it is not loaded.
          </p>
          {analytics.refusedByBrowser ? (
            <p>
              Your browser sends the Global Privacy Control signal. We take it as a no: nothing is
              counted, whatever was chosen here before.
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
  yes: 'You have allowed it.',
  no: 'You declined analytics. Your visits are not counted.',
  none: 'You have not chosen yet, so your visits are not counted.',
};
