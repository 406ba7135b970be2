import { Link } from '@remix-run/react';
import { Icon } from '#app/components/icon.tsx';
import { paths } from '#app/paths.ts';
import { type KnownTab, type TabId, tabs } from '../tabs.ts';

type SidebarNavProps = { open: TabId; narrow?: boolean };

/** The tabs under their headings. Narrow, there are only the drawings, with their names as titles. */
export function SidebarNav({ open, narrow = false }: SidebarNavProps) {
  return (
    <nav aria-label="Dashboard" className="grid gap-4 px-2">
      {groups().map(({ group, members }) => (
        <div className="grid gap-0.5" key={members[0]?.id}>
          {group && !narrow ? <p className="px-3 pb-1 text-xs text-faint">{group}</p> : null}
          <ul className="grid gap-0.5">
            {members.map((tab) => (
              <li key={tab.id}>
                <TabLink narrow={narrow} open={tab.id === open} tab={tab} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function TabLink({ tab, open, narrow }: { tab: KnownTab; open: boolean; narrow: boolean }) {
  const state = open ? 'bg-paper font-medium' : 'text-faint hover:bg-paper hover:text-ink';
  const shape = narrow ? 'justify-center' : 'gap-3 px-3';
  return (
    <Link
      aria-current={open ? 'page' : undefined}
      className={`flex min-h-10 items-center rounded-md text-sm ${shape} ${state}`}
      title={narrow ? tab.label : undefined}
      to={paths.dashboard(tab.id)}
    >
      <Icon name={tab.icon} />
      <span className={narrow ? 'sr-only' : 'truncate'}>{tab.label}</span>
    </Link>
  );
}

/** The tabs in their order, those that follow each other under one heading together. */
function groups() {
  const found: { group: string | null; members: KnownTab[] }[] = [];
  for (const tab of tabs) {
    const last = found.at(-1);
    if (last?.group === tab.group) last.members.push(tab);
    else found.push({ group: tab.group, members: [tab] });
  }
  return found;
}
