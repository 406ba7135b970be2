import { useNavigation } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** Says so while a page of who is signed in is on its way. */
export function Loading() {
  const { state, location } = useNavigation();
  const loading = state === 'loading' && location.pathname === paths.dashboard();
  return (
    <p className={loading ? 'loading-mark' : 'sr-only'} role="status">
      {loading ? 'Loading...' : null}
    </p>
  );
}
