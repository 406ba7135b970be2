import { formatCount, formatShare } from '#domain/shared/format-number.browser.ts';
import { formatHour } from './format-hour.ts';
import type { ServiceView } from './load-service.server.ts';

const cell = 'py-1.5 pl-4 text-right font-mono tabular-nums';

/** The hours in which codes were sent, the newest first. */
export function HourTable({ hours }: { hours: ServiceView['hours'] }) {
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
