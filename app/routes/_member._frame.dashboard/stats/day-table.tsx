import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { DailyStats } from '#domain/messaging/stats/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import { formatDay } from './format.ts';

const columns = [
  ['accepted', 'Accepted'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
  ['otpSent', 'OTPs sent'],
  ['otpVerified', 'Verified'],
] as const;

/** The same data as a table, newest first; on narrow screens a few lines per day. */
export function DayTable({ days }: { days: DailyStats[] }) {
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
          <Link className="link" to={paths.messages({ from: day, to: day })}>
            {formatDay(day)}
          </Link>
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
