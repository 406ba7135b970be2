import { Link } from '@remix-run/react';
import { ThemeSwitch } from '#app/preferences/theme-switch.tsx';
import { footerColumns } from './navigation.ts';

/** The footer of public pages. */
export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-10 px-6 py-12 text-sm">
        <div className="grid grid-cols-2 gap-10 sm:grid-cols-4">
          <div className="col-span-2 grid content-start gap-2 sm:col-span-1">
            <p className="font-serif text-lg leading-none">Dakiya</p>
            <p className="max-w-56 text-xs text-faint">
              Sophisticated messaging APIs for developers. Elegant, reliable, affordable.
            </p>
          </div>
          {footerColumns.map(({ title, links }) => (
            <nav
              aria-label={title}
              className="grid content-start gap-2 max-sm:last:col-span-2"
              key={title}
            >
              <h2 className="text-xs font-medium">{title}</h2>
              <ul className="grid gap-x-10 gap-y-1 max-sm:in-[nav:last-child]:grid-cols-2">
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link className="inline-block py-1 text-faint hover:text-ink" to={to}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 text-xs text-faint">
          <p suppressHydrationWarning>© {new Date().getFullYear()} Dakiya. All rights reserved.</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
