import { Link } from '@remix-run/react';
import { FigureTable } from '#app/charts/charts.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { logOf } from '#app/messages/contract.ts';
import { paths } from '#app/paths.ts';
import type { Dimension } from '#domain/messaging/stats/contract.ts';
import { formatCount, formatLatency, formatShare } from '#domain/shared/format.browser.ts';
import type { AnalyticsView } from './load-analytics.server.ts';

/** The address of this screen with some parameters changed. Parameters that are null are left out. */
export function addressOf(
  { range, by, order, filter }: Pick<AnalyticsView, 'range' | 'by' | 'order' | 'filter'>,
  changes: Partial<Record<Dimension | 'range' | 'by' | 'order', string | null>>,
): string {
  const all = { range, by, order: order === 'messages' ? null : order, ...filter, ...changes };
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

/** Maximum number of shown values: an account may have thousands of templates. */
const maxShown = 25;

const columns = ['Accepted', 'Delivered', 'Failed', 'Delivery p50', 'Delivery p95'];

/** The figures by one dimension. Selecting a value filters the whole screen by it. */
export function SplitTable({ view }: { view: AnalyticsView }) {
  const { by, order, parts } = view;
  const shown = parts.slice(0, maxShown);
  const hidden = parts.length - shown.length;
  return (
    <TitledCard
      aside={
        <Choice
          className="text-sm"
          label="Split by"
          names={dimensionNames}
          open={by}
          to={(dimension) => addressOf(view, { by: dimension })}
        />
      }
      heading="h2"
      id="split"
      title={`By ${by === 'key' ? 'API key' : dimensionNames[by].toLowerCase()}`}
    >
      {shown.length === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">No messages in this period.</p>
      ) : (
        <div className="px-5 py-2">
          {parts.length > 1 ? (
            <Choice
              className="pb-1 text-xs"
              label="Order"
              names={orderNames}
              open={order}
              to={(one) => addressOf(view, { order: one === 'messages' ? null : one })}
            />
          ) : null}
          <FigureTable
            caption={`Messages by ${dimensionNames[by]}, most ${order} first`}
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
              {formatCount(hidden)} more with fewer {order}. The API returns all.
            </p>
          ) : null}
        </div>
      )}
    </TitledCard>
  );
}

const orderNames = { messages: 'Most messages', failures: 'Most failures' } as const;

type ChoiceProps<Id extends string> = {
  label: string;
  names: Record<Id, string>;
  open: Id;
  to: (id: Id) => string;
  className: string;
};

/** Links to the alternatives; the current one is marked. */
const Choice = <Id extends string>({ label, names, open, to, className }: ChoiceProps<Id>) => (
  <nav aria-label={label} className={`flex flex-wrap gap-x-4 print:hidden ${className}`}>
    {(Object.keys(names) as Id[]).map((id) => (
      <Link
        aria-current={id === open ? 'true' : undefined}
        className="py-1 text-faint hover:text-ink aria-[current=true]:text-ink aria-[current=true]:underline aria-[current=true]:underline-offset-8"
        key={id}
        preventScrollReset
        to={to(id)}
      >
        {names[id]}
      </Link>
    ))}
  </nav>
);

/** A value. Its link filters the screen by this value. */
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
      {name && name !== value ? (
        <span className="block font-mono text-xs text-faint">{value}</span>
      ) : null}
    </>
  );
}

type FailuresProps = { count: number; value: string; view: AnalyticsView };

/** The number of failed messages, with a link to them. */
function Failures({ count, value, view: { by, filter, period } }: FailuresProps) {
  if (count === 0) return <>{formatCount(count)}</>;
  return (
    <Link className="link" to={logOf({ ...filter, ...period, [by]: value, state: 'failed' })}>
      {formatCount(count)}
    </Link>
  );
}
