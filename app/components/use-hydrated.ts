import { useEffect, useState } from 'react';

/**
 * Whether JavaScript runs and has hydrated the page. If so, controls that need JavaScript are shown; otherwise their
 * alternatives are shown.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
