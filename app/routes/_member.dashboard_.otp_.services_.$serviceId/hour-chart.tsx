import { Link } from '@remix-run/react';
import { BarStrip, FigureTable } from '#app/charts/charts.tsx';
import { paths } from '#app/paths.ts';
import { formatCount, formatHour, formatShare } from '#domain/shared/format.browser.ts';
import type { ServiceView } from './load-service.server.ts';

type HourChartProps = Pick<ServiceView, 'hours' | 'bars' | 'total' | 'isWeek'> & {
  serviceId: string;
  resend: 'same' | 'new';
};

/** The number of codes that were sent and verified in each hour, as bars and as a table. */
export function HourChart({ hours, bars, total, isWeek, serviceId, resend }: HourChartProps) {
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
      {most > 0 ? (
        <div className="px-5 pt-4">
          <BarStrip
            bars={bars}
            note={`at most ${formatCount(most)} an hour`}
            say={({ name, counts }) =>
              `${name}: ${formatCount(counts.delivered)} of ${formatCount(counts.accepted)} verified`
            }
            title="Codes by hour; filled bars are verified codes"
          />
        </div>
      ) : null}
      <p className="px-5 py-3 text-xs text-faint">
        Codes that are still valid count as sent.
        {resend === 'new'
          ? ' A code that was replaced by a resend also counts as sent, though it can no longer be verified.'
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

/** The hours in which codes were sent, newest first. */
function HourTable({ hours }: { hours: ServiceView['hours'] }) {
  const shown = hours.filter(({ sent, testSent }) => sent > 0 || testSent > 0).toReversed();
  const hasTests = shown.some(({ testSent }) => testSent > 0);
  return (
    <details className="border-t border-line px-5 py-3 text-sm">
      <summary className="w-fit cursor-pointer py-1 text-xs text-faint">Show as a table</summary>
      <FigureTable
        caption="Codes by hour in India, newest first"
        columns={['Hour in India', 'Sent', 'Verified', 'Rate', ...(hasTests ? ['Test codes'] : [])]}
        rows={shown.map(({ hour, sent, verified, testSent }) => ({
          ...{ id: String(hour.getTime()), head: formatHour(hour) },
          cells: [
            ...[formatCount(sent), formatCount(verified), formatShare(verified, sent)],
            ...(hasTests ? [formatCount(testSent)] : []),
          ],
        }))}
      />
    </details>
  );
}
