import { Timestamp } from '#app/components/timestamp.tsx';
import { formatCount } from '#domain/shared/format.browser.ts';
import type { Usage } from './load-usage.server.ts';

type UsageBarProps = { label: string; used: number; limit: number };

/** The used part of a limit, as a bar and in numbers. */
export function UsageBar({ label, used, limit }: UsageBarProps) {
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span>{label}</span>
        <span className="font-mono text-xs tabular-nums">
          {formatCount(used)} <span className="text-faint">of {formatCount(limit)}</span>
        </span>
      </p>
      {/* The bar is decorative, because the numbers above say the same. */}
      <svg
        aria-hidden="true"
        className={`h-2 w-full rounded-sm ${used >= limit ? 'text-bad' : 'text-airmail'}`}
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect className="fill-line" height="1" width="100" />
        <rect
          fill="currentColor"
          height="1"
          width={Math.min(100, (used / Math.max(limit, 1)) * 100)}
        />
      </svg>
    </div>
  );
}

/** The month of the counters: the plan's usage month, not the calendar month or the paid period. */
export const UsageMonth = ({ startsAt, endsAt }: Pick<Usage, 'startsAt' | 'endsAt'>) => (
  <>
    The usage month runs from <Timestamp at={new Date(startsAt)} /> to{' '}
    <Timestamp at={new Date(endsAt)} />, when both counters reset.
  </>
);

/** The number of days over which daily averages are calculated. */
const days = 30;

/** Average messages per day over 30 days, rounded. */
export const dailyAverage = (used: number) => Math.round(used / days);
