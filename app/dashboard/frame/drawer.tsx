import { Link } from '@remix-run/react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { Icon } from '#app/components/icon.tsx';
import { paths } from '#app/paths.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';

import { ProfileCard } from './profile-card.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

/** The sidebar on a phone; it slides over the page. */
export function Drawer({ open }: { open: ScreenId }) {
  return (
    <Disclosure
      className="group/drawer md:hidden"
      summary={
        <summary className="relative z-40 -ml-2 flex size-10 cursor-pointer list-none items-center justify-center rounded-md">
          <span className="sr-only">Menu</span>
          <span className="group-open/drawer:hidden">
            <Icon name="menu" />
          </span>
          <span className="hidden group-open/drawer:block">
            <Icon name="close" />
          </span>
        </summary>
      }
    >
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
    </Disclosure>
  );
}
