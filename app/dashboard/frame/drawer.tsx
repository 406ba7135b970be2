import { Link } from '@remix-run/react';
import { Menu } from '#app/components/menu.tsx';
import { paths } from '#app/paths.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';

import { ProfileCard } from './profile-card.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

/** The sidebar on a phone; it slides over the page. */
export function Drawer({ open }: { open: ScreenId }) {
  return (
    <Menu buttonClassName="relative z-40 -ml-2" className="md:hidden">
      <div aria-hidden="true" className="fixed inset-0 z-20 bg-veil" />
      <div className="fixed inset-y-0 left-0 z-30 flex w-64 flex-col border-r border-line bg-raised">
        <div className="flex h-14 shrink-0 items-center border-b border-line pl-16">
          <Link className="font-serif text-lg leading-none" to={paths.home}>
            Dakiya
          </Link>
        </div>
        <div className="flex-1 overflow-y-auto py-3">
          <SidebarNav open={open} />
        </div>
        <ProfileCard />
      </div>
    </Menu>
  );
}
