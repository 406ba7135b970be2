import { Link } from '@remix-run/react';
import { type KeyboardEvent, useState } from 'react';
import { QuietLink, TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import type { StatCounts, Stats } from '#domain/messaging/stats/contract.ts';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { formatCount, formatShare } from '#domain/shared/format.browser.ts';
import { HomeCard } from '../home-card.tsx';

type DailyStats = StatCounts & { day: string };

export type AccountStats = { days: DailyStats[]; total: StatCounts; medianMs: number | null };

/** The last 30 days as the card shows them. */
export const toAccountStats = ({ steps, total }: Stats): AccountStats => ({
  days: steps.map(({ at, ...step }) => ({
    ...step,
    day: new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10),
  })),
  total,
  medianMs: total.delivery.p50,
});

/** The statistics of the last 30 days, with an empty state and an error state. */
export function StatsCard({ stats }: { stats: AccountStats | null }) {
  return (
    <HomeCard
      id="statistics"
      link={{ to: paths.ownDocsSection('analytics'), label: 'How these numbers are counted' }}
      title="Last 30 days"
    >
      <Content stats={stats} />
    </HomeCard>
  );
}

function Content({ stats }: { stats: AccountStats | null }) {
  if (!stats) {
    return (
      <div className="grid justify-items-start gap-3 px-5 py-5">
        <h3 className="font-medium">Failed to load statistics</h3>
        <p className="text-sm text-faint">
          Your statistics could not be loaded. Messages are still being sent and counted. Please try
          again.
        </p>
        <Link className="button-quiet" reloadDocument to="">
          Try again
        </Link>
      </div>
    );
  }
  if (stats.total.accepted === 0) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-5">
        <p className="text-sm text-faint">
          No messages in the last 30 days. When your keys send messages, they are counted here by
          day.
        </p>
        <QuietLink to={paths.dashboard('message')}>Open the console</QuietLink>
      </div>
    );
  }
  return (
    <>
      <KeyFigures stats={stats} />
      <Chart days={stats.days} total={stats.total} />
      <DayTable days={stats.days} />
    </>
  );
}

/** Four key figures of the last 30 days. */
function KeyFigures({ stats: { total, medianMs } }: { stats: AccountStats }) {
  const { accepted, delivered, failed, otpSent, otpVerified } = total;
  const ended = delivered + failed;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 px-5 pt-4 pb-5 @2xl:grid-cols-4">
      <Rate name="Messages accepted" value={formatCount(accepted)}>
        {accepted > ended ? `${formatCount(accepted - ended)} in progress` : 'none in progress'}
      </Rate>
      <Rate name="Delivery rate" value={formatShare(delivered, ended)}>
        {ended > 0 ? `${formatCount(delivered)} of ${formatCount(ended)}` : 'no final results yet'}
      </Rate>
      <Rate
        name="Median time to delivery"
        value={medianMs === null ? '–' : formatApproxDuration(medianMs)}
      >
        {medianMs === null ? 'none delivered yet' : 'from acceptance to delivery receipt'}
      </Rate>
      <Rate name="OTP verification rate" value={formatShare(otpVerified, otpSent)}>
        {otpSent > 0
          ? `${formatCount(otpVerified)} of ${formatCount(otpSent)} verified`
          : 'no OTPs sent'}
      </Rate>
    </dl>
  );
}

function Rate({ name, value, children }: { name: string; value: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd>
        <span className="block text-lg font-semibold tracking-tight tabular-nums">{value}</span>
        <span className="block text-xs break-words text-faint tabular-nums">{children}</span>
      </dd>
    </div>
  );
}

type ChartProps = { days: DailyStats[]; total: StatCounts };

/** A bar chart by day: the outline shows accepted messages, the fill those with a final status. */
function Chart({ days, total }: ChartProps) {
  const end = axisMax(Math.max(...days.map(({ accepted }) => accepted)));
  return (
    <div className="px-5 pb-4">
      {/* While a bar is hovered or focused, its values replace the totals. */}
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

const columns = [
  ['accepted', 'Accepted'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
  ['otpSent', 'OTPs sent'],
  ['otpVerified', 'Verified'],
] as const;

/** The same data as a table, newest first; on narrow screens a few lines per day. */
function DayTable({ days }: { days: DailyStats[] }) {
  return (
    <details className="border-t border-line px-5 py-3 text-sm">
      <summary className="w-fit cursor-pointer text-xs text-faint">Show as a table</summary>
      <table className="mt-3 block w-full text-xs @2xl:table">
        <caption className="sr-only">Messages and OTPs by day, newest first</caption>
        <thead className="hidden @2xl:table-header-group">
          <tr className="border-b border-line text-right text-faint">
            <th className="py-1.5 text-left font-normal" scope="col">
              Day
            </th>
            {columns.map(([series, name]) => (
              <th className="py-1.5 pl-4 font-normal" key={series} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block @2xl:table-row-group">
          {days.toReversed().map((stats) => (
            <Row stats={stats} key={stats.day} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Row({ stats }: { stats: DailyStats }) {
  const { day } = stats;
  return (
    <tr className="grid grid-cols-3 gap-x-3 border-b border-line py-2 last:border-b-0 @2xl:table-row @2xl:py-0">
      <th
        className="col-span-3 text-left font-normal whitespace-nowrap @2xl:table-cell @2xl:py-1"
        scope="row"
      >
        {stats.accepted > 0 ? (
          <TextLink to={paths.messages({ from: day, to: day })}>{formatDay(day)}</TextLink>
        ) : (
          formatDay(day)
        )}
      </th>
      {columns.map(([series, name]) => (
        <td
          className="min-w-0 font-mono tabular-nums @2xl:table-cell @2xl:py-1 @2xl:pl-4 @2xl:text-right"
          key={series}
        >
          <span className="block font-sans text-faint @2xl:hidden">{name}</span>
          {formatCount(stats[series])}
        </td>
      ))}
    </tr>
  );
}

/** Height of the plot in pixels; Tailwind's 40. */
const plotHeight = 160;

/** Bars link to the log of their day. Only one is in the tab order; the arrow keys move between them. */
function DayBars({ days, end }: { days: DailyStats[]; end: number }) {
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

type LegendProps = { counts: Pick<StatCounts, 'accepted' | 'delivered' | 'failed'>; of: string };

/**
 * The legend of the chart, with the counts of a period.
 *
 * @param of the period
 */
function Legend({ counts, of }: LegendProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      <span className="w-20 font-medium">{of}</span>
      {(['accepted', 'delivered', 'failed'] as const).map((series) => (
        <span className="inline-flex items-center gap-1.5" key={series}>
          <Swatch series={series} />
          <span>
            <span className="font-mono tabular-nums">{formatCount(counts[series])}</span>{' '}
            <span className="text-faint">{series}</span>
          </span>
        </span>
      ))}
    </span>
  );
}

/** Colour and fill of each series; distinguishable without colours too. */
const seriesStyles = {
  accepted: { className: 'fill-raised text-control', stroke: 'currentColor' },
  delivered: { className: 'text-good', fill: 'currentColor', fillOpacity: 0.75, stroke: 'none' },
  failed: { className: 'text-bad', fill: 'url(#hatching)', stroke: 'currentColor' },
} as const;

/** The fill pattern of `failed`; rendered once per page. */
function FailedPattern() {
  return (
    <svg aria-hidden="true" className="absolute text-bad" height="0" width="0">
      <pattern
        height="4"
        id="hatching"
        patternTransform="rotate(45)"
        patternUnits="userSpaceOnUse"
        width="4"
      >
        <rect fill="currentColor" height="4" width="2" />
      </pattern>
    </svg>
  );
}

/** A sample of a series' fill, for the legend. */
function Swatch({ series }: { series: keyof typeof seriesStyles }) {
  const { className, ...look } = seriesStyles[series];
  return (
    <svg aria-hidden="true" className={className} height="12" width="12">
      <rect {...look} height="11" rx="1.5" width="11" x="0.5" y="0.5" />
    </svg>
  );
}

const units = [
  { name: 'ms', ms: 1, upTo: 1_000 },
  { name: 's', ms: 1_000, upTo: 60 },
  { name: 'min', ms: 60_000, upTo: 60 },
  { name: 'h', ms: 3_600_000, upTo: 48 },
  { name: 'days', ms: 86_400_000, upTo: Number.POSITIVE_INFINITY },
];

/**
 * Formats a duration with two significant digits, the accuracy of the statistics: `1.4 s`, `320 ms`, `12
 * min`.
 */
export function formatApproxDuration(ms: number): string {
  for (const unit of units) {
    const value = Number((ms / unit.ms).toPrecision(2));
    if (value < unit.upTo) return `${value} ${unit.name}`;
  }
  return '';
}

/**
 * Formats a date as `19 Nov`.
 *
 * @param day `2026-11-19`
 */
export const formatDay = (day: string) => formatDate(day, { day: 'numeric', month: 'short' });

/** Formats a date as `Thu, 19 Nov`. */
export const formatWeekday = (day: string) =>
  formatDate(day, { weekday: 'short', day: 'numeric', month: 'short' });

function formatDate(day: string, format: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { ...format, timeZone: 'UTC' });
}

/** The upper end of an axis: the smallest round even number that is at least the maximum. */
export function axisMax(maxCount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(maxCount, 1)));
  const ends = [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * power);
  return ends.find((end) => end >= maxCount && end % 2 === 0) ?? 10 * power;
}

/** Height of a bar in pixels. A count above zero is at least 2 px high, so that it is visible. */
export function barHeight(count: number, end: number, plotHeight: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round((count / end) * plotHeight));
}
