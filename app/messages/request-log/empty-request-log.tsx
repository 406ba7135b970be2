import { Link } from '@remix-run/react';
import { Postmark } from '#app/components/postmark.tsx';
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
    <section className="card grid justify-items-center gap-4 px-6 py-12 text-center">
      <Postmark />
      <div className="grid gap-1">
        <h2 className="font-medium">No failed requests</h2>
        <p className="text-sm text-faint">
          {isLogged
            ? 'No API call with your keys failed with a 4xx error in the last 7 days.'
            : 'Error logging is off, so failed requests are not recorded.'}
        </p>
      </div>
      <Link className="button-quiet" to={paths.docsSection('api-reference')}>
        See all error codes
      </Link>
    </section>
  );
}
