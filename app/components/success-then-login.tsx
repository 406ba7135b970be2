import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { DelayedRedirect } from './delayed-redirect.tsx';

/** A success message that leads to the login page. */
export function SuccessThenLogin({ message }: { message: string }) {
  return (
    <div className="grid gap-4">
      <p className="rounded-md border border-good/40 bg-good/5 px-3 py-2 text-sm" role="status">
        {message}
      </p>
      <p className="text-sm">
        <Link className="link" to={paths.login}>
          Go to login
        </Link>
      </p>
      <DelayedRedirect to={paths.login} />
    </div>
  );
}
