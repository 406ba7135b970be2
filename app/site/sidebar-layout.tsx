import { useLocation, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type NavGroup, SectionNav } from './section-nav.tsx';

type SidebarLayoutProps = {
  label: string;
  groups: NavGroup[];
  /** The path of this page in the list, if it has several addresses. */
  current?: string;
  children: ReactNode;
};

/**
 * A page beside a navigation list. On a phone the list is above, collapsed unless there is a query; it
 * collapses again after navigation.
 */
export function SidebarLayout({ label, groups, current, children }: SidebarLayoutProps) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const all = `${label}: all sections`;
  const list = { groups, label, current: current ?? pathname };
  return (
    <div className="grid gap-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-14">
      <details
        className="rounded-md border border-line px-4 py-3 lg:hidden"
        key={pathname}
        open={params.has('q')}
      >
        <summary className="cursor-pointer text-sm font-medium">{all}</summary>
        <div className="pt-4">
          <SectionNav {...list} id="search-folded" name={all} />
        </div>
      </details>
      <aside className="sticky top-8 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto lg:block">
        <SectionNav {...list} id="search" />
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
