import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { formatCount, formatHour, formatShare } from '#domain/shared/format.browser.ts';
import type { ServiceView } from './load-service.server.ts';

type HourChartProps = Pick<ServiceView, 'hours' | 'total' | 'isWeek'> & {
  serviceId: string;
  resend: 'same' | 'new';
};

/** How many codes were sent and verified, by hour: bars, and the same as a table. */
export function HourChart({ hours, total, isWeek, serviceId, resend }: HourChartProps) {
  const most = Math.max(...hours.map(({ sent }) => sent));
  return (
    <section aria-labelledby="hours-title" className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2">
        <h2 className="text-sm font-medium" id="hours-title">
          Verified codes, last {isWeek ? '7 days' : '24 hours'}
        </h2>
        <nav aria-label="Time" className="flex gap-4 text-sm">
          <TimeLink isOpen={!isWeek} label="24 hours" to={paths.otpService(serviceId)} />
          <TimeLink
            isOpen={isWeek}
            label="7 days"
            to={paths.otpService(serviceId, { over: 'week' })}
          />
        </nav>
      </div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3 px-5 pt-4">
        <p className="grid">
          <span className="text-lg font-semibold tracking-tight tabular-nums">
            {formatShare(total.verified, total.sent)}
          </span>
          <span className="text-xs text-faint tabular-nums">
            {total.sent === 0
              ? 'no codes sent'
              : `${formatCount(total.verified)} of ${formatCount(total.sent)} codes verified`}
          </span>
        </p>
        {total.testSent > 0 ? (
          <p className="text-xs text-faint">
            <span className="stamp text-waiting">test</span> {formatCount(total.testVerified)} of{' '}
            {formatCount(total.testSent)} test codes verified, not counted here
          </p>
        ) : null}
      </div>
      {most > 0 ? <Bars hours={hours} most={most} /> : null}
      <p className="px-5 py-3 text-xs text-faint">
        Codes that are still valid count as sent.
        {resend === 'new'
          ? ' So does a code that a resend replaced, though it can no longer be verified.'
          : ''}
      </p>
      {total.sent > 0 || total.testSent > 0 ? <HourTable hours={hours} /> : null}
    </section>
  );
}

const TimeLink = ({ to, label, isOpen }: { to: string; label: string; isOpen: boolean }) => (
  <Link
    aria-current={isOpen ? 'page' : undefined}
    className="py-1 text-faint hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:underline-offset-8"
    preventScrollReset
    to={to}
  >
    {label}
  </Link>
);

/** Height of the bars in pixels; Tailwind's 30. */
const height = 120;

/** Bars with sent codes as the outline and verified codes as the fill. The table has the same data for screen readers. */
function Bars({ hours, most }: { hours: ServiceView['hours']; most: number }) {
  const scale = (count: number) =>
    count === 0 ? 0 : Math.max(2, Math.round((count / most) * (height - 1)));
  return (
    <div aria-hidden="true" className="px-5 pt-4">
      <div className="flex h-30 items-end border-b border-control">
        {hours.map(({ hour, sent, verified }) => (
          <svg
            className="block h-full w-0 flex-1 overflow-visible"
            height={height}
            key={hour.getTime()}
            width="100%"
          >
            <title>
              {`${formatHour(hour)}: ${formatCount(verified)} of ${formatCount(sent)} verified`}
            </title>
            <rect
              className="fill-raised text-control"
              height={scale(sent)}
              stroke={sent > 0 ? 'currentColor' : 'none'}
              width="76%"
              x="12%"
              y={height - scale(sent)}
            />
            <rect
              className="text-good"
              fill="currentColor"
              fillOpacity={0.75}
              height={scale(verified)}
              width="76%"
              x="12%"
              y={height - scale(verified)}
            />
          </svg>
        ))}
      </div>
      <div className="flex justify-between pt-1 text-xs text-faint">
        <span>{formatHour(hours[0]?.hour ?? new Date())}</span>
        <span>at most {formatCount(most)} an hour</span>
        <span>this hour</span>
      </div>
    </div>
  );
}

const cell = 'py-1.5 pl-4 text-right font-mono tabular-nums';

/** The hours in which codes were sent, newest first. */
function HourTable({ hours }: { hours: ServiceView['hours'] }) {
  const shown = hours.filter(({ sent, testSent }) => sent > 0 || testSent > 0).toReversed();
  const hasTests = shown.some(({ testSent }) => testSent > 0);
  return (
    <details className="border-t border-line px-5 py-3 text-sm">
      <summary className="w-fit cursor-pointer text-xs text-faint">Show as a table</summary>
      <table className="mt-3 w-full text-xs">
        <caption className="sr-only">Codes by hour in India, the newest first</caption>
        <thead>
          <tr className="border-b border-line text-right text-faint">
            <th className="py-1.5 text-left font-normal" scope="col">
              Hour in India
            </th>
            {['Sent', 'Verified', 'Rate', ...(hasTests ? ['Test codes'] : [])].map((name) => (
              <th className="py-1.5 pl-4 font-normal" key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ hour, sent, verified, testSent }) => (
            <tr className="border-b border-line last:border-b-0" key={hour.getTime()}>
              <th className="py-1.5 text-left font-normal whitespace-nowrap" scope="row">
                {formatHour(hour)}
              </th>
              <td className={cell}>{formatCount(sent)}</td>
              <td className={cell}>{formatCount(verified)}</td>
              <td className={cell}>{formatShare(verified, sent)}</td>
              {hasTests ? <td className={cell}>{formatCount(testSent)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
