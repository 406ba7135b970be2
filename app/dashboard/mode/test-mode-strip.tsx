import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** Marks a screen that shows what belongs to test mode. */
export const TestModeStrip = () => (
  <section
    aria-label="Test mode"
    className="flex flex-wrap gap-x-4 gap-y-1 border-b border-waiting/40 bg-waiting/10 px-4 py-2 text-xs sm:px-6"
  >
    <p>
      <span className="font-medium text-waiting">Test mode:</span> nothing is sent or charged.
    </p>
    <Link className="link" to={paths.ownDocsSection('test-mode')}>
      How test mode works
    </Link>
  </section>
);
