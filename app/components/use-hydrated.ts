import { useEffect, useState } from 'react';

/** Whether JavaScript runs: for what only works with it, or must not stand in the way without. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
