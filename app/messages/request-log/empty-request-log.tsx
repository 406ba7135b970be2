import { Link } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { paths } from '#app/paths.ts';

type EmptyRequestLogProps = {
  /** Whether this is the first page. */
  isFirst: boolean;
  isLogged: boolean;
};

/** The empty state of the request log. */
export function EmptyRequestLog({ isFirst, isLogged }: EmptyRequestLogProps) {
  if (!isFirst) {
    return (
      <section className="card grid gap-2 p-6">
        <h2 className="font-medium">No older failed requests</h2>
        <p className="text-sm text-faint">Entries older than 7 days are deleted.</p>
      </section>
    );
  }
  return (
    <EmptyState
      text={
        isLogged
          ? 'No API call with your keys failed with a 4xx error in the last 7 days.'
          : 'Error logging is off, so failed requests are not recorded.'
      }
      title="No failed requests"
    >
      <Link className="button-quiet" to={paths.docsSection('api-reference')}>
        See all error codes
      </Link>
    </EmptyState>
  );
}
