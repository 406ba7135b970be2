import { Link, NavLink } from '@remix-run/react';
import { Avatar } from '#app/components/avatar.tsx';
import { QuietLink } from '#app/components/links.tsx';
import { Menu } from '#app/components/menu.tsx';
import { paths } from '#app/paths.ts';
import type { Visitor } from '#app/session/use-signed-in-user.ts';
import { topLinks } from './navigation.ts';

/** The top bar of public pages. */
export function TopBar({ visitor }: { visitor: Visitor }) {
  return (
    <header className="border-b border-line">
      <nav
        aria-label="Main"
        className="mx-auto flex h-16 max-w-6xl items-center gap-7 px-6 text-sm"
      >
        <Link className="mr-3 font-serif text-lg leading-none" to={paths.home}>
          Dakiya
        </Link>
        {topLinks.map(({ to, label }) => (
          <NavLink
            className="hidden text-faint hover:text-ink aria-[current=page]:text-ink lg:block"
            key={to}
            to={to}
          >
            {label}
          </NavLink>
        ))}
        <div className="ml-auto flex items-center gap-2">
          {visitor === null ? (
            <QuietLink to={paths.login}>Login</QuietLink>
          ) : (
            <Link className="button-quiet -my-1 pr-1" to={paths.dashboard()}>
              Dashboard
              <Avatar {...visitor} />
            </Link>
          )}
          <MobileMenu />
        </div>
      </nav>
    </header>
  );
}

/** The top bar's links on narrow screens. */
function MobileMenu() {
  return (
    <Menu buttonClassName="-mr-2" className="lg:hidden">
      <ul className="absolute inset-x-0 z-30 mt-3 border-y border-line bg-raised px-6 py-2 shadow-sm">
        {topLinks.map(({ to, label }) => (
          <li key={to}>
            <NavLink className="flex min-h-11 items-center aria-[current=page]:font-medium" to={to}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
