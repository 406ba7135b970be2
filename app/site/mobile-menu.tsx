import { NavLink } from '@remix-run/react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { Icon } from '#app/components/icon.tsx';
import { topLinks } from './navigation.ts';

/** The top bar's links on narrow screens. */
export function MobileMenu() {
  return (
    <Disclosure
      className="group/menu lg:hidden"
      summary={
        <summary className="-mr-2 flex size-10 cursor-pointer list-none items-center justify-center rounded-md">
          <span className="sr-only">Menu</span>
          <span className="group-open/menu:hidden">
            <Icon name="menu" />
          </span>
          <span className="hidden group-open/menu:block">
            <Icon name="close" />
          </span>
        </summary>
      }
    >
      <ul className="absolute inset-x-0 z-30 mt-3 border-y border-line bg-raised px-6 py-2 shadow-sm">
        {topLinks.map(({ to, label }) => (
          <li key={to}>
            <NavLink className="flex min-h-11 items-center aria-[current=page]:font-medium" to={to}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
