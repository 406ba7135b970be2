import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** The breadcrumb: the dashboard, and the current screen. */
export function Breadcrumb({ title }: { title: string }) {
  const home = 'Dashboard';
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm">
      <ol className="flex items-center gap-2">
        {title === home ? null : (
          <li className="flex items-center gap-2 text-faint">
            <Link className="hover:underline" to={paths.dashboard()}>
              {home}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        )}
        <li aria-current="page" className="truncate font-medium">
          {title}
        </li>
      </ol>
    </nav>
  );
}
