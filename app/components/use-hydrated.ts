import { useEffect, useState } from 'react';

/**
 * Whether JavaScript runs, for controls that need it and for those that must not get in the way without it.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
