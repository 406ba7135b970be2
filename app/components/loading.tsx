import { useNavigation } from '@remix-run/react';
import { useWaiting } from '#app/connection/waiting.ts';
import { paths } from '#app/paths.ts';

const pathOf = (address: string) => address.replace(/\?.*/, '');

/** Pages that are read from the database, and what is said while one is on its way. */
const said: Record<string, string> = {
  [paths.plans]: 'Loading plans...',
  [pathOf(paths.paymentStatus(''))]: 'Loading...',
};

const saidOf = (path: string) => (path.startsWith(paths.dashboard()) ? 'Loading...' : said[path]);

/** Says so while such a page is on its way. */
export function Loading() {
  const { state, location } = useNavigation();
  const waits = useWaiting().length > 0;
  const text = state === 'loading' && !waits ? saidOf(location.pathname) : undefined;
  return (
    <p className={text ? 'loading-mark' : 'sr-only'} role="status">
      {text}
    </p>
  );
}
