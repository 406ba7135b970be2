import { Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Loads the page's data again as long as it is shown: for something that runs in the background. Without JavaScript
 * it is a link.
 *
 * @param everyMs between the end of one load and the beginning of the next
 */
export function AutoRefresh({ everyMs }: { everyMs: number }) {
  const hydrated = useHydrated();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(revalidate, everyMs);
    return () => clearTimeout(timer);
  }, [everyMs, state, revalidate]);
  if (hydrated) return null;
  return (
    <Link className="link justify-self-start text-sm" reloadDocument to="">
      Show how far it is
    </Link>
  );
}
