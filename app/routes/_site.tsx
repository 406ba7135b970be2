import { Link, Outlet } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** The public pages' frame. */
export default function SiteLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div aria-hidden="true" className="airmail-edge" />
      <header className="border-b border-line">
        <nav
          aria-label="Main"
          className="mx-auto flex max-w-5xl items-center gap-6 px-6 py-4 text-sm"
        >
          <Link className="font-serif text-lg leading-none" to={paths.home}>
            Dakiya
          </Link>
          <Link className="ml-auto hover:underline" to={paths.docs}>
            Documentation
          </Link>
          <a className="hover:underline" href={paths.openapi}>
            OpenAPI
          </a>
        </nav>
      </header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-6 py-16">
        <Outlet />
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-5xl px-6 py-6 text-xs text-faint" suppressHydrationWarning>
          © {new Date().getFullYear()} Dakiya
        </p>
      </footer>
    </div>
  );
}
