import type { DailyStats, StatCounts } from '#domain/messaging/stats/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import { DayBars } from './day-bars.tsx';
import { formatDay } from './format.ts';
import { Legend } from './legend.tsx';
import { axisMax } from './scale.ts';

type ChartProps = { days: DailyStats[]; total: StatCounts };

/** A bar chart by day: the outline shows accepted messages, the fill those with a final status. */
export function Chart({ days, total }: ChartProps) {
  const end = axisMax(Math.max(...days.map(({ accepted }) => accepted)));
  return (
    <div className="px-5 pb-4">
      {/* While a bar is hovered or focused, its values are shown in place of the totals. */}
      <div className="relative">
        <Legend counts={total} of={`${days.length} days`} />
        <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          <div
            aria-hidden="true"
            className="flex h-40 flex-col justify-between text-right text-xs text-faint tabular-nums"
          >
            {[end, end / 2, 0].map((count) => (
              <span className="h-0 -translate-y-2.5" key={count}>
                {formatCount(count)}
              </span>
            ))}
          </div>
          <div className="flex h-40 flex-col justify-between [grid-area:1/2]">
            <hr className="border-line" />
            <hr className="border-line" />
            <hr className="border-control" />
          </div>
          <DayBars days={days} end={end} />
          <div aria-hidden="true" className="col-start-2 flex pt-1 text-xs text-faint">
            {days.map(({ day }, i) => (
              <span className="flex w-0 flex-1 justify-center whitespace-nowrap" key={day}>
                {axisLabel(day, days.length - 1 - i)}
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Labels today and every seventh day before it. */
function axisLabel(day: string, ago: number): string {
  if (ago === 0) return 'Today';
  return ago % 7 === 0 ? formatDay(day) : '';
}
