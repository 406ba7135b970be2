import { useEffect, useState } from 'react';

/**
 * Whether JavaScript runs and has hydrated the page. Controls that need JavaScript are shown only then; others are shown only
 * without it.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
