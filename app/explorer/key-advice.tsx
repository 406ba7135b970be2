import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { Explorer } from './load-explorer.server.ts';

/** Links to a screen that creates or activates a key, if no key is active. */
export function KeyAdvice({ keys, keyId }: Pick<Explorer, 'keys' | 'keyId'>) {
  if (keyId) return null;
  if (!keys) {
    return (
      <p className="text-sm text-bad lg:col-start-2" role="alert">
        Failed to fetch APIs
      </p>
    );
  }
  const [to, label] = keys.length
    ? [paths.dashboard('manage-api'), 'Activate a key under Manage API']
    : [paths.dashboard('new-api'), 'Create New API'];
  return (
    <p className="text-sm text-faint lg:col-start-2">
      Calls with an API key need one that is active.{' '}
      <Link className="link" to={to}>
        {label}
      </Link>
    </p>
  );
}
