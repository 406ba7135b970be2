import { Link } from '@remix-run/react';
import { Bars, FigureTable } from '#app/charts/charts.tsx';
import type { Bar } from '#app/charts/lay-out.server.ts';
import { type ParsedFilter, toLocalTime, toSearchParams } from '#app/messages/contract.ts';
import { paths } from '#app/paths.ts';
import { formatCount, formatMoment } from '#domain/shared/format.browser.ts';

type ResultBarsProps = {
  bars: Bar[];
  typed: ParsedFilter['typed'];
  /** Whether the time span of the last bar has not ended yet. */
  untilNow: boolean;
};

/** The number of messages with each result, by time: bars that link to their messages, and the same data as a table. */
export function ResultBars({ bars, typed, untilNow }: ResultBarsProps) {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const { from, to, ...others } = typed;
  const addressOf = ({ from, to }: Bar) =>
    paths.messages(
      toSearchParams({ typed: { ...others, from: toLocalTime(from), to: toLocalTime(to) } }),
    );
  return (
    <section aria-label="Results by time" className="card px-3 pt-2 pb-1.5">
      <svg className="block h-12 w-full border-b border-control">
        <title>Results by time. The arrow keys move between bars.</title>
        <Bars bars={bars} stays to={addressOf} />
      </svg>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1 text-xs text-faint">
        <span>{formatMoment(first.from)}</span>
        {from || to ? (
          <Link
            className="link max-sm:order-last"
            preventScrollReset
            to={paths.messages(toSearchParams({ typed: others }))}
          >
            Show all times
          </Link>
        ) : null}
        <details className="open:order-last open:basis-full max-sm:order-last max-sm:basis-full">
          <summary className="w-fit cursor-pointer">
            By {nameOfStep(first.to.getTime() - first.from.getTime())}, as a table
          </summary>
          <BarTable addressOf={addressOf} bars={bars} />
        </details>
        <span>{untilNow ? 'now' : formatMoment(last.to)}</span>
      </div>
    </section>
  );
}

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;

/** A length of time such as `15 minutes`, or `hour`. */
function nameOfStep(ms: number): string {
  const [length, name] = units.find(([length]) => ms % length === 0) ?? units[3];
  const count = ms / length;
  return count === 1 ? name : `${count} ${name}s`;
}

/** The times with messages, newest first. */
const BarTable = ({ bars, addressOf }: { bars: Bar[]; addressOf: (bar: Bar) => string }) => (
  <FigureTable
    caption="Messages by time, newest first"
    columns={['From', 'Delivered', 'In progress', 'Failed']}
    rows={bars
      .filter(({ counts }) => counts.accepted > 0)
      .toReversed()
      .map((bar) => {
        const { accepted, delivered, failed } = bar.counts;
        return {
          id: bar.from.toISOString(),
          head: (
            <Link className="link" preventScrollReset to={addressOf(bar)}>
              {bar.name}
            </Link>
          ),
          cells: [delivered, accepted - delivered - failed, failed].map(formatCount),
        };
      })}
  />
);
