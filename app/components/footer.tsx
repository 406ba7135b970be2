import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** The public pages' footer. */
export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 py-6 text-xs text-faint">
        <p suppressHydrationWarning>© {new Date().getFullYear()} Dakiya</p>
        <ul className="flex gap-6">
          <li>
            <Link className="hover:underline" to={paths.docs}>
              Documentation
            </Link>
          </li>
          <li>
            <a className="hover:underline" href={paths.openapi}>
              OpenAPI
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
