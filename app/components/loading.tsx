import { useNavigation } from '@remix-run/react';
import { useWaiting } from '#app/connection/waiting.ts';
import { paths } from '#app/paths.ts';

const withoutQuery = (address: string) => address.replace(/\?.*/, '');

/** Texts shown while a page that reads the database is loading. */
const loadingTexts: Record<string, string> = {
  [paths.plans]: 'Loading plans...',
  [withoutQuery(paths.paymentStatus(''))]: 'Loading...',
};

const loadingTextFor = (path: string) =>
  path.startsWith(paths.dashboard()) ? 'Loading...' : loadingTexts[path];

/** Announces that such a page is loading. */
export function Loading() {
  const { state, location } = useNavigation();
  const waits = useWaiting().length > 0;
  const text = state === 'loading' && !waits ? loadingTextFor(location.pathname) : undefined;
  return (
    <p className={text ? 'loading-mark' : 'sr-only'} role="status">
      {text}
    </p>
  );
}
