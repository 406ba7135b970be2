import { Link } from '@remix-run/react';
import { Postmark } from '#app/components/postmark.tsx';
import { paths } from '#app/paths.ts';

type NoneRefusedProps = {
  /** It is the first page that is empty. */
  isFirst: boolean;
  isLogged: boolean;
};

/** What stands where refused calls would be. */
export function EmptyRequestLog({ isFirst, isLogged }: NoneRefusedProps) {
  if (!isFirst) {
    return (
      <section className="card grid gap-2 p-6">
        <h2 className="font-medium">No older refused requests</h2>
        <p className="text-sm text-faint">What is older than 7 days is deleted.</p>
      </section>
    );
  }
  return (
    <section className="card grid justify-items-center gap-4 px-6 py-12 text-center">
      <Postmark />
      <div className="grid gap-1">
        <h2 className="font-medium">No refused requests</h2>
        <p className="text-sm text-faint">
          {isLogged
            ? 'No call of your keys was refused in the last 7 days.'
            : 'Error logging is off, so failed requests are not recorded.'}
        </p>
      </div>
      <Link className="button-quiet" to={paths.docsSection('api-reference')}>
        See all error codes
      </Link>
    </section>
  );
}
