import { Link } from '@remix-run/react';
import { useHydrated } from './use-hydrated.ts';

/** Loads the page again, for browsers without JavaScript. */
export function ProgressLink() {
  const hydrated = useHydrated();
  if (hydrated) return null;
  return (
    <Link className="link justify-self-start text-sm" reloadDocument to="">
      Show how far it is
    </Link>
  );
}
