import { Link } from '@remix-run/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { StatStep } from '#domain/messaging/stats/contract.ts';
import { formatCount, formatLatency, formatShare } from '#domain/shared/format.browser.ts';
import type {
  Bar,
  LatencyChart as Latency,
  Tick,
  VolumeChart as Volume,
} from './lay-out.server.ts';

/** The look of each state. Fill and outline differ too, so that the states can be told apart without colours. */
const looks = {
  inProgress: { className: 'fill-raised text-control', stroke: 'currentColor' },
  delivered: { className: 'text-good', fill: 'currentColor', fillOpacity: 0.75 },
  failed: { className: 'text-bad', fill: 'url(#hatching)', stroke: 'currentColor' },
} as const;

type PlotProps = {
  title: string;
  left: Tick[];
  right?: Tick[];
  below: Tick[];
  children: ReactNode;
};

/**
 * A plot with its axes and a line for each label of the left axis. Screen readers skip the numbers, because a table has the
 * same data.
 */
function Plot({ title, left, right, below, children }: PlotProps) {
  return (
    <div className="flex gap-2 pt-1 text-xs tabular-nums">
      <Axis at="left" ticks={left} />
      <div className="min-w-0 flex-1">
        <svg className="block h-40 w-full overflow-visible">
          <title>{title}</title>
          {left.map(({ at, label }) => (
            <line
              className="text-line"
              key={label}
              stroke="currentColor"
              x2="100%"
              y1={`${at}%`}
              y2={`${at}%`}
            />
          ))}
          {children}
        </svg>
        <svg aria-hidden="true" className="block h-6 w-full overflow-visible">
          {below.map(({ at, label, isMinor }) => (
            <text
              className={`fill-faint ${isMinor ? 'max-sm:hidden' : ''}`}
              key={at}
              textAnchor="middle"
              x={`${at}%`}
              y="18"
            >
              {label}
            </text>
          ))}
        </svg>
      </div>
      {right ? <Axis at="right" ticks={right} /> : null}
    </div>
  );
}

/** The width of an axis by its longest label: the maximum length of that label, in characters, and the class of the width. */
const axisWidths: [number, string][] = [
  [4, 'w-8'],
  [6, 'w-12'],
  [99, 'w-20'],
];

function Axis({ ticks, at: side }: { ticks: Tick[]; at: 'left' | 'right' }) {
  const longest = Math.max(...ticks.map(({ label }) => label.length));
  const [, width] = axisWidths.find(([most]) => longest <= most) ?? [];
  return (
    <svg aria-hidden="true" className={`block h-40 shrink-0 overflow-visible ${width}`}>
      {ticks.map(({ at, label }) => (
        <text
          className="fill-faint"
          dy="0.35em"
          key={label}
          textAnchor={side === 'left' ? 'end' : 'start'}
          x={side === 'left' ? '100%' : '0'}
          y={`${at}%`}
        >
          {label}
        </text>
      ))}
    </svg>
  );
}

type VolumeChartProps = { chart: Volume; to: (bar: Bar) => string };

/**
 * Messages by hour or day. A bar shows how many were delivered, how many failed and how many have no final state yet; a line
 * shows the share that was delivered.
 */
export const VolumeChart = ({ chart, to }: VolumeChartProps) => (
  <div className="grid gap-3">
    <Legend />
    <Plot
      below={chart.times}
      left={chart.counts}
      right={chart.percents}
      title="Messages by time. The arrow keys move between bars."
    >
      <Bars bars={chart.bars} to={to} />
      <Lines paths={[{ d: chart.rate, className: 'text-airmail' }]} />
    </Plot>
  </div>
);

type BarsProps = {
  bars: Bar[];
  /** Returns the address that a bar links to. Without this function, bars are not links. */
  to?: (bar: Bar) => string;
  /** Returns the description of a bar. By default, it gives the results of the bar's messages. */
  say?: (bar: Bar) => string;
  /** Whether the links lead to the same screen, so that the page keeps its scroll position. */
  stays?: boolean;
};

/** The bars of a plot. If they are links, the arrow keys move between them. */
export function Bars({ bars, to, say = describe, stays = false }: BarsProps) {
  const [focused, setFocused] = useState(bars.findLastIndex(({ counts }) => counts.accepted > 0));
  return (
    <>
      <FailedPattern />
      <g>
        {bars.map((bar, i) =>
          bar.counts.accepted > 0 ? (
            to ? (
              <Link
                aria-label={say(bar)}
                className="group"
                key={bar.x}
                onFocus={() => setFocused(i)}
                onKeyDown={moveFocus}
                preventScrollReset={stays}
                tabIndex={i === focused ? 0 : -1}
                to={to(bar)}
              >
                <OneBar bar={bar} say={say} />
              </Link>
            ) : (
              <g className="group" key={bar.x}>
                <OneBar bar={bar} say={say} />
              </g>
            )
          ) : null,
        )}
      </g>
    </>
  );
}

type BarStripProps = Required<Pick<BarsProps, 'bars' | 'say'>> & {
  title: string;
  /** A note between the names of the first and the last bar. */
  note?: string;
};

/** Bars without axes, above the names of the first and the last bar. A table beside the bars has the same numbers. */
export const BarStrip = ({ bars, say, title, note }: BarStripProps) => (
  <div>
    <svg className="block h-20 w-full border-b border-control">
      <title>{title}</title>
      <Bars bars={bars} say={say} />
    </svg>
    <p className="flex justify-between gap-4 pt-1 text-xs text-faint">
      <span>{bars[0]?.name}</span>
      <span className="max-sm:hidden">{note}</span>
      {bars.length > 1 ? <span className="text-right">{bars.at(-1)?.name}</span> : null}
    </p>
  </div>
);

const OneBar = ({ bar, say }: { bar: Bar; say: (bar: Bar) => string }) => (
  <>
    <title>{say(bar)}</title>
    <rect
      className="fill-transparent group-hover:fill-line/60"
      height="100%"
      width={`${bar.width}%`}
      x={`${bar.x}%`}
    />
    {(['inProgress', 'delivered', 'failed'] as const).map((part) =>
      bar[part].height > 0 ? (
        <rect
          {...looks[part]}
          height={`${bar[part].height}%`}
          key={part}
          width={`${bar.width}%`}
          x={`${bar.x}%`}
          y={`${bar[part].y}%`}
        />
      ) : null,
    )}
  </>
);

const describe = ({ name, counts: { accepted, delivered, failed } }: Bar) =>
  `${name}: ${formatCount(accepted)} accepted, ${formatCount(delivered)} delivered, ${formatCount(failed)} failed, delivery rate ${formatShare(delivered, delivered + failed)}`;

/** Moves the focus to the previous or next bar; Home and End move to the first and last bar. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const links = [...(event.currentTarget.closest('g')?.querySelectorAll('a') ?? [])];
  const at = links.indexOf(event.currentTarget);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}

const Legend = () => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-faint">
    {(
      [
        ['delivered', 'Delivered'],
        ['failed', 'Failed'],
        ['inProgress', 'In progress'],
      ] as const
    ).map(([part, name]) => (
      <span className="inline-flex items-center gap-1.5" key={part}>
        <svg aria-hidden="true" className={looks[part].className} height="12" width="12">
          <rect {...looks[part]} height="11" rx="1.5" width="11" x="0.5" y="0.5" />
        </svg>
        {name}
      </span>
    ))}
    <LineSwatch className="text-airmail" name="Delivery rate, right axis" />
  </p>
);

const LineSwatch = ({
  name,
  className,
  dashed = false,
}: {
  name: string;
  className: string;
  dashed?: boolean;
}) => (
  <span className="inline-flex items-center gap-1.5">
    <svg aria-hidden="true" className={className} height="12" width="16">
      <path
        d="M0 6H16"
        stroke="currentColor"
        strokeDasharray={dashed ? '4 3' : undefined}
        strokeWidth="2"
      />
    </svg>
    {name}
  </span>
);

type LinesProps = { paths: { d: string; className: string; dashed?: boolean }[] };

const Lines = ({ paths }: LinesProps) => (
  <svg
    aria-hidden="true"
    className="pointer-events-none overflow-visible"
    fill="none"
    height="100%"
    preserveAspectRatio="none"
    viewBox="0 0 100 100"
    width="100%"
  >
    {paths.map(({ d, className, dashed }) => (
      <path
        className={className}
        d={d}
        key={className}
        stroke="currentColor"
        strokeDasharray={dashed ? '4 3' : undefined}
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    ))}
  </svg>
);

/** The hatched fill for failed messages. Rendered once per page, because its id must be unique. */
const FailedPattern = () => (
  <pattern
    className="text-bad"
    height="4"
    id="hatching"
    patternTransform="rotate(45)"
    patternUnits="userSpaceOnUse"
    width="4"
  >
    <rect fill="currentColor" height="4" width="2" />
  </pattern>
);

/** How long delivery took: the median and the 95th percentile. */
export const LatencyChart = ({ chart }: { chart: Latency }) => (
  <div className="grid gap-3">
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-faint">
      <LineSwatch className="text-airmail" dashed name="95% of messages" />
      <LineSwatch className="text-good" name="50% of messages" />
    </p>
    <Plot below={chart.times} left={chart.durations} title="Time to delivery">
      <Lines
        paths={[
          { d: chart.p95, className: 'text-airmail', dashed: true },
          { d: chart.p50, className: 'text-good' },
        ]}
      />
    </Plot>
  </div>
);

/** A line without axes, beside the figure that it shows. */
export const Sparkline = ({ path }: { path: string }) => (
  <svg
    aria-hidden="true"
    className="h-6 w-20 overflow-visible text-airmail"
    fill="none"
    preserveAspectRatio="none"
    viewBox="0 0 100 100"
  >
    <path d={path} stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
  </svg>
);

type FigureTableProps = {
  caption: string;
  /** The names of the columns; the first column has the row headers. */
  columns: string[];
  rows: { id: string; head: ReactNode; cells: ReactNode[] }[];
};

/** Figures as a table. On narrow screens, each row takes a few lines. */
export const FigureTable = ({ caption, columns: [head, ...columns], rows }: FigureTableProps) => (
  <div className="@container">
    <table className="figure-table">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden @xl:table-header-group">
        <tr className="border-b border-line text-right text-faint">
          <th className="py-1.5 text-left font-normal" scope="col">
            {head}
          </th>
          {columns.map((name) => (
            <th className="py-1.5 pl-4 font-normal whitespace-nowrap" key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, head: rowHead, cells }) => (
          <tr key={id}>
            <th scope="row">{rowHead}</th>
            {cells.map((value, i) => (
              <td data-label={columns[i]} key={columns[i]}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

type StepTableProps = {
  steps: StatStep[];
  step: 'hour' | 'day';
  /** The bars of the chart, one for each step. */
  bars: Bar[];
  /** Returns the address that a step links to. */
  to: (bar: Bar) => string;
};

/**
 * The data of the charts as a table, newest first. Its links lead to the same addresses as the bars, which are too narrow for a
 * finger on a phone.
 */
export const StepTable = ({ steps, step, bars, to }: StepTableProps) => (
  <details className="border-t border-line px-5 py-2 text-xs print:hidden">
    <summary className="w-fit cursor-pointer py-1 text-faint">Show as a table</summary>
    <FigureTable
      caption={`Messages and OTPs by ${step} in India, newest first`}
      columns={[
        step === 'day' ? 'Day in India' : 'Hour in India',
        ...[
          'Accepted',
          'Delivered',
          'Failed',
          'Rate',
          'Delivery p50',
          'Delivery p95',
          'OTPs',
          'Verified',
        ],
      ]}
      rows={bars
        .flatMap((bar, i) => {
          const counts = steps[i];
          return counts && counts.accepted > 0 ? { bar, ...counts } : [];
        })
        .toReversed()
        .map(({ bar, accepted, delivered, failed, delivery, otpSent, otpVerified }) => ({
          id: bar.from.toISOString(),
          head: (
            <Link className="link" to={to(bar)}>
              {bar.name}
            </Link>
          ),
          cells: [
            ...[accepted, delivered, failed].map(formatCount),
            formatShare(delivered, delivered + failed),
            ...[delivery.p50, delivery.p95].map(formatLatency),
            ...[otpSent, otpVerified].map(formatCount),
          ],
        }))}
    />
  </details>
);
