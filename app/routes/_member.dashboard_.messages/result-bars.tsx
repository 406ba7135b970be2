import { Link } from '@remix-run/react';
import { type ParsedFilter, toLocalTime, toSearchParams } from '#app/messages/contract.ts';
import { paths } from '#app/paths.ts';
import type { MessageSummary } from '#domain/messaging/messages/summarize-messages.ts';
import { formatCount, formatMoment } from '#domain/shared/format.browser.ts';

type Bar = MessageSummary['bars'][number];

type ResultBarsProps = { summary: MessageSummary; typed: ParsedFilter['typed'] };

/** The results from the bottom of a bar to its top. */
const results = [
  ['delivered', 'delivered', 'text-good'],
  ['in_progress', 'in progress', 'text-airmail'],
  ['failed', 'failed', 'text-bad'],
] as const;

/** Height of the bars in pixels; Tailwind's 12. */
const height = 48;

/** How many messages have which result, by time: bars, each of which leads to its messages, and the same as a table. */
export function ResultBars({ summary, typed }: ResultBarsProps) {
  const { bars, step } = summary;
  const [first] = bars;
  if (!first) return null;
  const most = Math.max(...bars.map(sum));
  const isNarrow = bars.length === 1;
  const { from, to, ...others } = typed;
  const addressOf = ({ at }: Bar) =>
    paths.messages(
      toSearchParams({
        typed: {
          ...others,
          from: toLocalTime(new Date(at)),
          to: toLocalTime(new Date(at + step)),
        },
      }),
    );
  return (
    <section aria-label="Results by time" className="card px-3 pt-2 pb-1.5">
      <div aria-hidden="true" className="flex h-12 items-end gap-px border-b border-control">
        {bars.map((bar) =>
          sum(bar) > 0 && !isNarrow ? (
            <Link
              className="flex h-full min-w-0 flex-1 items-end hover:bg-line"
              key={bar.at}
              preventScrollReset
              tabIndex={-1}
              to={addressOf(bar)}
            >
              <Stack bar={bar} most={most} />
            </Link>
          ) : (
            <span className="flex h-full min-w-0 flex-1 items-end" key={bar.at}>
              <Stack bar={bar} most={most} />
            </span>
          ),
        )}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1 text-xs text-faint">
        <span>{formatMoment(new Date(first.at))}</span>
        {from || to ? (
          <Link
            className="link"
            preventScrollReset
            to={paths.messages(toSearchParams({ typed: others }))}
          >
            Show all times
          </Link>
        ) : null}
        <details className="open:order-last open:basis-full">
          <summary className="w-fit cursor-pointer">By {formatStep(step)}, as a table</summary>
          <BarTable addressOf={isNarrow ? null : addressOf} bars={bars} />
        </details>
        <span>{formatMoment(new Date((bars.at(-1)?.at ?? first.at) + step))}</span>
      </div>
    </section>
  );
}

const sum = ({ delivered, failed, in_progress }: Bar) => delivered + failed + in_progress;

function Stack({ bar, most }: { bar: Bar; most: number }) {
  let top = height;
  return (
    <svg className="block w-full" height={height} width="100%">
      <title>{titleOf(bar)}</title>
      {results.map(([name, , colour]) => {
        const count = bar[name];
        if (count === 0) return null;
        const size = Math.max(2, Math.round((count / most) * (height - 2)));
        top -= size;
        return (
          <rect
            className={colour}
            fill="currentColor"
            fillOpacity={0.75}
            height={size}
            key={name}
            width="100%"
            y={Math.max(0, top)}
          />
        );
      })}
    </svg>
  );
}

const titleOf = (bar: Bar) =>
  `${formatMoment(new Date(bar.at), 'medium')}: ${results
    .filter(([name]) => bar[name] > 0)
    .map(([name, label]) => `${formatCount(bar[name])} ${label}`)
    .join(', ')}`;

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;

/** A length of time such as `15 minutes`, or `hour`. */
function formatStep(ms: number): string {
  const [length, name] = units.find(([length]) => ms % length === 0) ?? units[3];
  const count = ms / length;
  return count === 1 ? name : `${count} ${name}s`;
}

const cell = 'py-1 pl-4 text-right font-mono tabular-nums';

type BarTableProps = { bars: Bar[]; addressOf: ((bar: Bar) => string) | null };

/** The times with messages, newest first. */
function BarTable({ bars, addressOf }: BarTableProps) {
  return (
    <table className="mt-2 w-full text-ink">
      <caption className="sr-only">Messages by time, newest first</caption>
      <thead>
        <tr className="border-b border-line text-right text-faint">
          <th className="py-1 text-left font-normal" scope="col">
            From
          </th>
          {results.map(([name, label]) => (
            <th className="py-1 pl-4 font-normal first-letter:uppercase" key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars
          .filter((bar) => sum(bar) > 0)
          .toReversed()
          .map((bar) => (
            <tr className="border-b border-line last:border-b-0" key={bar.at}>
              <th className="py-1 text-left font-normal whitespace-nowrap" scope="row">
                {addressOf ? (
                  <Link className="link" preventScrollReset to={addressOf(bar)}>
                    {formatMoment(new Date(bar.at), 'medium')}
                  </Link>
                ) : (
                  formatMoment(new Date(bar.at), 'medium')
                )}
              </th>
              {results.map(([name]) => (
                <td className={cell} key={name}>
                  {formatCount(bar[name])}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
