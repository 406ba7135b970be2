import { TitledCard } from '#app/components/titled-card.tsx';
import { formatCount, formatShare } from '#domain/shared/format-number.browser.ts';
import type { ServiceView } from './load-service.server.ts';

const cell = 'py-1.5 pl-4 text-right font-mono text-xs tabular-nums';

/** How many codes were verified, by the carrier that accepted them. */
export function CarrierTable({ recent }: Pick<ServiceView, 'recent'>) {
  const { carriers, count, isAll } = recent;
  return (
    <TitledCard
      heading="h3"
      id="carriers"
      text={
        <>
          {isAll ? 'All codes of this time' : `The newest ${formatCount(count)} codes`}, by the
          carrier that accepted their last message. A number does not show its operator, as people
          keep their number when they change operator.
        </>
      }
      title="By carrier"
    >
      {carriers.length > 0 ? (
        <div className="px-5 py-2">
          <table className="w-full text-sm">
            <caption className="sr-only">Verified codes by carrier</caption>
            <thead>
              <tr className="border-b border-line text-right text-xs text-faint">
                <th className="py-1.5 text-left font-normal" scope="col">
                  Carrier
                </th>
                {['Sent', 'Verified', 'Rate'].map((name) => (
                  <th className="py-1.5 pl-4 font-normal" key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {carriers.map(({ carrier, sent, verified }) => (
                <tr className="border-b border-line last:border-b-0" key={carrier ?? ''}>
                  <th className="py-1.5 text-left font-normal [overflow-wrap:anywhere]" scope="row">
                    {carrier ?? <span className="text-faint">None has taken it</span>}
                  </th>
                  <td className={cell}>{formatCount(sent)}</td>
                  <td className={cell}>{formatCount(verified)}</td>
                  <td className={cell}>{formatShare(verified, sent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="px-5 py-4 text-sm text-faint">No codes were sent in this time.</p>
      )}
    </TitledCard>
  );
}
