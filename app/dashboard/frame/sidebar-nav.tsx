import { Link } from '@remix-run/react';
import { Icon } from '#app/components/icon.tsx';
import { paths } from '#app/paths.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { type Screen, screens } from '../screens.ts';

type SidebarNavProps = { open: ScreenId; narrow?: boolean };

/**
 * The screens under their group headings. A collapsed sidebar shows icons only, with the names as titles.
 */
export function SidebarNav({ open, narrow = false }: SidebarNavProps) {
  return (
    <nav aria-label="Dashboard" className="grid gap-4 px-2">
      {groups().map(({ group, members }) => (
        <div className="grid gap-0.5" key={members[0]?.id}>
          {group && !narrow ? <p className="px-3 pb-1 text-xs text-faint">{group}</p> : null}
          <ul className="grid gap-0.5">
            {members.map((screen) => (
              <li key={screen.id}>
                <ScreenLink narrow={narrow} open={screen.id === open} screen={screen} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function ScreenLink({ screen, open, narrow }: { screen: Screen; open: boolean; narrow: boolean }) {
  const state = open ? 'bg-paper font-medium' : 'text-faint hover:bg-paper hover:text-ink';
  const shape = narrow ? 'justify-center' : 'gap-3 px-3';
  return (
    <Link
      aria-current={open ? 'page' : undefined}
      className={`flex min-h-10 items-center rounded-md text-sm ${shape} ${state}`}
      title={narrow ? screen.label : undefined}
      to={paths.dashboard(screen.id)}
    >
      <Icon name={screen.icon} />
      <span className={narrow ? 'sr-only' : 'truncate'}>{screen.label}</span>
    </Link>
  );
}

/** Groups consecutive screens with the same heading. */
function groups() {
  const grouped: { group: string | null; members: Screen[] }[] = [];
  for (const screen of screens) {
    const last = grouped.at(-1);
    if (last?.group === screen.group) last.members.push(screen);
    else grouped.push({ group: screen.group, members: [screen] });
  }
  return grouped;
}
