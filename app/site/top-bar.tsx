import { Link, NavLink } from '@remix-run/react';
import { Avatar } from '#app/components/avatar.tsx';
import { paths } from '#app/paths.ts';
import type { Visitor } from '#app/session/use-visitor.ts';
import { MobileMenu } from './mobile-menu.tsx';
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
            <Link className="button-quiet" to={paths.login}>
              Login
            </Link>
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
