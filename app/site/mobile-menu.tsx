import { NavLink } from '@remix-run/react';
import { Menu } from '#app/components/menu.tsx';
import { topLinks } from './navigation.ts';

/** The top bar's links on narrow screens. */
export function MobileMenu() {
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
