import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/**
 * Asks a visitor to log in.
 *
 * @param to path to return to
 */
export function LogIn({ to, children }: { to: string; children: string }) {
  return (
    <p className="border-l-2 border-line pl-4">
      <Link className="link" to={paths.loginThen(to)}>
        Log in
      </Link>{' '}
      to {children} here.
    </p>
  );
}
