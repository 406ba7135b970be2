import { Link } from '@remix-run/react';
import { type KeyboardEvent, useState } from 'react';
import { paths } from '#app/paths.ts';
import type { DailyStats } from '#domain/messaging/stats/contract.ts';
import { FailedPattern, seriesStyles } from './failed-pattern.tsx';
import { formatWeekday } from './format.ts';
import { Legend } from './legend.tsx';
import { barHeight } from './scale.ts';

/** Height of the plot in pixels; Tailwind's 40. */
const plotHeight = 160;

/** Bars link to the log of their day. Only one is in the tab order; the arrow keys move between them. */
export function DayBars({ days, end }: { days: DailyStats[]; end: number }) {
  const last = days.findLast(({ accepted }) => accepted > 0);
  const [focusedDay, setFocusedDay] = useState(last?.day);
  return (
    <>
      <FailedPattern />
      <ol
        aria-label="Messages by day. Use the arrow keys to move between days."
        className="flex h-40 [grid-area:1/2]"
      >
        {days.map((stats) => (
          <li className="w-0 flex-1" key={stats.day}>
            {stats.accepted > 0 ? (
              <Link
                className="group block h-40 rounded-sm hover:bg-line/50"
                onFocus={() => setFocusedDay(stats.day)}
                onKeyDown={moveFocus}
                tabIndex={stats.day === focusedDay ? 0 : -1}
                to={paths.messages({ from: stats.day, to: stats.day })}
              >
                <Bar end={end} stats={stats} />
                <span className="pointer-events-none absolute inset-x-0 top-0 bg-raised opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
                  <Legend counts={stats} of={formatWeekday(stats.day)} />
                </span>
              </Link>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}

function Bar({ stats, end }: { stats: DailyStats; end: number }) {
  const [accepted, delivered, failed] = [
    barHeight(stats.accepted, end, plotHeight),
    barHeight(stats.delivered, end, plotHeight),
    barHeight(stats.failed, end, plotHeight),
  ];
  const parts = [
    { series: 'accepted', height: Math.max(accepted, delivered + failed), below: 0 },
    { series: 'delivered', height: delivered, below: 0 },
    { series: 'failed', height: failed, below: delivered },
  ] as const;
  return (
    <svg aria-hidden="true" className="block overflow-visible" height={plotHeight} width="100%">
      {parts.map(({ series, height, below }) => (
        <rect
          {...seriesStyles[series]}
          height={height}
          key={series}
          rx={Math.min(1.5, height / 2)}
          width="68%"
          x="16%"
          y={plotHeight - below - height}
        />
      ))}
    </svg>
  );
}

/** Moves the focus to the previous or next day with messages; Home and End to the first and last. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const links = [...(event.currentTarget.closest('ol')?.querySelectorAll('a') ?? [])];
  const at = links.indexOf(event.currentTarget);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}
