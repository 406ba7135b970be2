import { useEffect, useState } from 'react';

/**
 * Whether JavaScript runs and has hydrated the page. Only then are controls that need JavaScript shown instead of their
 * alternatives.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
