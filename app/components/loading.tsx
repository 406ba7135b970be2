import { useNavigation } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** Pages that are read from the database, and what is said while one is on its way. */
const said: Record<string, string> = {
  [paths.dashboard()]: 'Loading...',
  [paths.plans]: 'Loading plans...',
};

/** Says so while such a page is on its way. */
export function Loading() {
  const { state, location } = useNavigation();
  const text = state === 'loading' ? said[location.pathname] : undefined;
  return (
    <p className={text ? 'loading-mark' : 'sr-only'} role="status">
      {text}
    </p>
  );
}
