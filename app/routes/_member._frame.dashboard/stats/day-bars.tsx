import { Link } from '@remix-run/react';
import { type KeyboardEvent, useState } from 'react';
import { paths } from '#app/paths.ts';
import type { DailyStats } from '#domain/messaging/stats/contract.ts';
import { FailedPattern, seriesStyles } from './failed-pattern.tsx';
import { formatWeekday } from './format.ts';
import { Legend } from './legend.tsx';
import { barHeight } from './scale.ts';

/** The height of the plot in pixels, which is Tailwind's 40. */
const plot = 160;

/** Days that had messages lead to them. One of them is in the order of Tab, the arrows go to the others. */
export function DayBars({ days, end }: { days: DailyStats[]; end: number }) {
  const last = days.findLast(({ accepted }) => accepted > 0);
  const [reached, setReached] = useState(last?.day);
  return (
    <>
      <FailedPattern />
      <ol
        aria-label="Messages by day. Use the arrow keys to move between days."
        className="flex h-40 [grid-area:1/2]"
      >
        {days.map((figures) => (
          <li className="w-0 flex-1" key={figures.day}>
            {figures.accepted > 0 ? (
              <Link
                className="group block h-40 rounded-sm hover:bg-line/50"
                onFocus={() => setReached(figures.day)}
                onKeyDown={goToNeighbour}
                tabIndex={figures.day === reached ? 0 : -1}
                to={paths.messages({ from: figures.day, to: figures.day })}
              >
                <Bar end={end} figures={figures} />
                <span className="pointer-events-none absolute inset-x-0 top-0 bg-raised opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
                  <Legend counts={figures} of={formatWeekday(figures.day)} />
                </span>
              </Link>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}

function Bar({ figures, end }: { figures: DailyStats; end: number }) {
  const [accepted, delivered, failed] = [
    barHeight(figures.accepted, end, plot),
    barHeight(figures.delivered, end, plot),
    barHeight(figures.failed, end, plot),
  ];
  const parts = [
    { figure: 'accepted', height: Math.max(accepted, delivered + failed), below: 0 },
    { figure: 'delivered', height: delivered, below: 0 },
    { figure: 'failed', height: failed, below: delivered },
  ] as const;
  return (
    <svg aria-hidden="true" className="block overflow-visible" height={plot} width="100%">
      {parts.map(({ figure, height, below }) => (
        <rect
          {...seriesStyles[figure]}
          height={height}
          key={figure}
          rx={Math.min(1.5, height / 2)}
          width="68%"
          x="16%"
          y={plot - below - height}
        />
      ))}
    </svg>
  );
}

/** With an arrow key, to the day before or after that has messages; with Home and End, to the first or last. */
function goToNeighbour(event: KeyboardEvent<HTMLAnchorElement>): void {
  const links = [...(event.currentTarget.closest('ol')?.querySelectorAll('a') ?? [])];
  const at = links.indexOf(event.currentTarget);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}
