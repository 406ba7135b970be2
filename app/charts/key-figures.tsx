import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { PeriodName, Stats, StatTotals } from '#domain/messaging/stats/contract.ts';
import {
  formatCount,
  formatLatency,
  formatPercent,
  formatShare,
  percentOf,
} from '#domain/shared/format.browser.ts';
import { Sparkline } from './charts.tsx';

export const rangeNames: Record<PeriodName, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
};

type RangeLinksProps<Range extends PeriodName> = {
  ranges: readonly Range[];
  open: Range;
  to: (range: Range) => string;
};

/** The links that select the period of the figures. */
export const RangeLinks = <Range extends PeriodName>(props: RangeLinksProps<Range>) => (
  <nav aria-label="Time" className="flex flex-wrap gap-1 text-sm print:hidden">
    {props.ranges.map((range) => (
      <Link
        aria-current={range === props.open ? 'page' : undefined}
        className="rounded-md border border-transparent px-2 py-1.5 text-faint hover:text-ink aria-[current=page]:border-control aria-[current=page]:bg-raised aria-[current=page]:text-ink"
        key={range}
        preventScrollReset
        to={props.to(range)}
      >
        {rangeNames[range]}
      </Link>
    ))}
  </nav>
);

type FigureProps = {
  name: string;
  value: ReactNode;
  /** The address that the figure links to. */
  to?: string;
  /** The figure over time, as the path of `layOutSparkline`. */
  trend?: string;
  /** Text below the figure, such as the figure of the previous period. */
  children: ReactNode;
};

/** A figure and its name, in a `dl`. */
export const Figure = ({ name, value, to, trend, children }: FigureProps) => (
  <div className="relative min-w-0 px-5 py-3">
    <dt className="text-xs text-faint">{name}</dt>
    <dd>
      <span className="flex flex-wrap items-center justify-between gap-x-3 text-lg font-semibold tracking-tight tabular-nums">
        {to ? (
          <Link className="after:absolute after:inset-0 hover:underline" to={to}>
            {value}
          </Link>
        ) : (
          value
        )}
        {trend ? <Sparkline path={trend} /> : null}
      </span>
      <span className="block text-xs break-words text-faint tabular-nums">{children}</span>
    </dd>
  </div>
);

type ChangeProps = {
  /** The figures of this period and of the previous one; null for a period without a figure. */
  now: number | null;
  before: number | null;
  format: (figure: number) => string;
  /** Whether a larger or a smaller figure is better. A change to a worse figure is marked. */
  better?: 'more' | 'less';
};

/** Smaller changes are not marked as worse: less than one point for a percentage, less than a tenth for other figures. */
const isNotable = (now: number, before: number, format: ChangeProps['format']) =>
  Math.abs(now - before) >= (format === formatPercent ? 1 : before / 10);

/**
 * Says how a figure changed since the previous period, for example “down from 95.2%”. Renders nothing if a period has no
 * figure.
 */
export function Change({ now, before, format, better }: ChangeProps) {
  if (now === null || before === null) return null;
  const was = format(before);
  if (format(now) === was) return <>unchanged</>;
  const rose = now > before;
  const isWorse = better === (rose ? 'less' : 'more') && isNotable(now, before, format);
  return (
    <span className={isWorse ? 'text-bad' : undefined}>
      {`${rose ? 'up' : 'down'} from ${was}`}
    </span>
  );
}

/** Names the period with which the figures are compared. Renders nothing if that period has no messages. */
export const ComparedWith = ({ before, range }: { before: StatTotals; range: PeriodName }) =>
  before.accepted > 0 ? (
    <p className="-mt-3 text-xs text-faint">Compared with the {rangeNames[range]} before.</p>
  ) : null;

type Compared = Pick<Stats, 'total' | 'before'>;

/** Says how the share of delivered messages changed. */
export const DeliveredChange = ({ total, before }: Compared) => (
  <Change
    before={deliveredPercent(before)}
    better="more"
    format={formatPercent}
    now={deliveredPercent(total)}
  />
);

const deliveredPercent = ({ delivered, failed }: StatTotals) =>
  percentOf(delivered, delivered + failed);

/** Says how the 95th percentile of the time to delivery changed. */
export const LatencyChange = ({ total, before }: Compared) => (
  <Change
    before={before.delivery.p95}
    better="less"
    format={formatLatency}
    now={total.delivery.p95}
  />
);

type VerifiedFigureProps = Compared & Pick<FigureProps, 'to' | 'trend'>;

/** The share of one-time passwords that were verified. Codes that can still be verified are shown separately. */
export function VerifiedFigure({ total, before, ...link }: VerifiedFigureProps) {
  const { otpVerified, otpValid } = total;
  const ended = countEndedCodes(total);
  return (
    <Figure name="OTPs verified" value={formatShare(otpVerified, ended)} {...link}>
      {formatCount(otpVerified)} of {formatCount(ended)}
      {otpValid > 0 ? <span className="block">{formatCount(otpValid)} still valid</span> : null}
      <span className="block">
        <Change
          before={percentOf(before.otpVerified, countEndedCodes(before))}
          better="more"
          format={formatPercent}
          now={percentOf(otpVerified, ended)}
        />
      </span>
    </Figure>
  );
}

/** The number of codes that were verified or can no longer be verified. */
const countEndedCodes = ({ otpSent, otpValid }: StatTotals) => otpSent - otpValid;

export type Ranked = {
  id: string;
  label: ReactNode;
  /** A more precise description below the label. */
  detail?: ReactNode;
  count: number;
  /** The count in the previous period, if there was one. */
  before?: number | undefined;
  to: string;
};

/** Counts as bars, largest first. Each bar links to the items that it counts. */
export function Ranking({ rows }: { rows: Ranked[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ol className="divide-y divide-line">
      {rows.map(({ id, label, detail, count, before, to }) => (
        <li className="relative px-5 py-2 text-sm hover:bg-paper" key={id}>
          <div className="flex items-baseline justify-between gap-4">
            <Link
              className="min-w-0 [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
              to={to}
            >
              {label}
            </Link>
            <span className="font-mono text-xs tabular-nums">{formatCount(count)}</span>
          </div>
          <div className="flex items-baseline justify-between gap-4 font-mono text-xs text-faint">
            <span className="min-w-0 [overflow-wrap:anywhere]">{detail}</span>
            {before === undefined ? null : (
              <span className="whitespace-nowrap tabular-nums">
                <Change before={before} format={formatCount} now={count} />
              </span>
            )}
          </div>
          <svg
            aria-hidden="true"
            className="mt-1 block h-1 w-full text-bad"
            preserveAspectRatio="none"
            viewBox="0 0 100 1"
          >
            <rect fill="currentColor" fillOpacity="0.6" height="1" width={(100 * count) / most} />
          </svg>
        </li>
      ))}
    </ol>
  );
}
