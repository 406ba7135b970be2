import { Link } from '@remix-run/react';
import { FigureTable } from '#app/charts/charts.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { logOf } from '#app/messages/contract.ts';
import { paths } from '#app/paths.ts';
import type { Dimension } from '#domain/messaging/stats/contract.ts';
import { formatCount, formatLatency, formatShare } from '#domain/shared/format.browser.ts';
import type { AnalyticsView } from './load-analytics.server.ts';

/** The address of this screen with some parameters changed; those that are null are left out. */
export function addressOf(
  { range, by, filter }: Pick<AnalyticsView, 'range' | 'by' | 'filter'>,
  changes: Partial<Record<Dimension | 'range' | 'by', string | null>>,
): string {
  const all = { range, by, ...filter, ...changes };
  const kept = Object.entries(all).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return paths.dashboard('analytics', Object.fromEntries(kept));
}

export const dimensionNames: Record<Dimension, string> = {
  key: 'API key',
  sender: 'Sender',
  template: 'Template',
  category: 'Category',
  carrier: 'Carrier',
};

/** More than so many values are not shown: an account may have thousands of templates. */
const maxShown = 25;

const columns = ['Accepted', 'Delivered', 'Failed', 'Half within', '95% within'];

/** The figures by one dimension. A value narrows the whole screen to it. */
export function SplitTable({ view }: { view: AnalyticsView }) {
  const { by, stats } = view;
  const shown = stats.parts.slice(0, maxShown);
  const hidden = stats.parts.length - shown.length;
  return (
    <TitledCard
      aside={
        <nav aria-label="Split by" className="flex flex-wrap gap-x-4 text-sm">
          {(Object.keys(dimensionNames) as Dimension[]).map((dimension) => (
            <Link
              aria-current={dimension === by ? 'true' : undefined}
              className="py-1 text-faint hover:text-ink aria-[current=true]:text-ink aria-[current=true]:underline aria-[current=true]:underline-offset-8"
              key={dimension}
              preventScrollReset
              to={addressOf(view, { by: dimension })}
            >
              {dimensionNames[dimension]}
            </Link>
          ))}
        </nav>
      }
      heading="h2"
      id="split"
      title={`By ${by === 'key' ? 'API key' : dimensionNames[by].toLowerCase()}`}
    >
      {shown.length === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">No messages in this time.</p>
      ) : (
        <div className="px-5 py-2">
          <FigureTable
            caption={`Messages by ${dimensionNames[by]}, most first`}
            columns={[dimensionNames[by], ...columns]}
            rows={shown.map(({ value, accepted, delivered, failed, delivery }) => ({
              id: value,
              head: <Value value={value} view={view} />,
              cells: [
                formatCount(accepted),
                formatShare(delivered, delivered + failed),
                <Failures count={failed} key="failed" value={value} view={view} />,
                formatLatency(delivery.p50),
                formatLatency(delivery.p95),
              ],
            }))}
          />
          {hidden > 0 ? (
            <p className="py-2 text-xs text-faint">
              {formatCount(hidden)} more with fewer messages. The API returns all.
            </p>
          ) : null}
        </div>
      )}
    </TitledCard>
  );
}

/** A value, which narrows the screen to it. */
function Value({ value, view }: { value: string; view: AnalyticsView }) {
  const name = view.names[value];
  return (
    <>
      <Link
        className="hover:underline"
        preventScrollReset
        to={addressOf(view, { [view.by]: value })}
      >
        {name ?? (value || `No ${dimensionNames[view.by].toLowerCase()}`)}
      </Link>
      {name ? <span className="block font-mono text-xs text-faint">{value}</span> : null}
    </>
  );
}

type FailuresProps = { count: number; value: string; view: AnalyticsView };

/** How many failed, leading to them. The log does not know carriers. */
function Failures({ count, value, view: { by, filter, period } }: FailuresProps) {
  if (count === 0 || by === 'carrier') return <>{formatCount(count)}</>;
  return (
    <Link className="link" to={logOf({ ...filter, ...period, [by]: value, state: 'failed' })}>
      {formatCount(count)}
    </Link>
  );
}
