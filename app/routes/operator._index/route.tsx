import { Link, useLoaderData } from '@remix-run/react';
import { BarStrip, FigureTable } from '#app/charts/charts.tsx';
import { Figure } from '#app/charts/key-figures.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { reasonText } from '#app/messages/reason-text.ts';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { Updated } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import {
  formatApproxDuration,
  formatCount,
  formatLatency,
  formatPercent,
  formatStep,
  percentOf,
} from '#domain/shared/format.browser.ts';
import { loadNow, type NowView } from './load-now.server.ts';
import { nowRangeNames, nowRanges } from './now-ranges.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'now' };
export const meta = () => noIndexMeta('Now');

export const loader = loadForOperator('now.read', loadNow);

/** The state of the installation: messages, carriers, programs and stores. */
export default function NowPage() {
  const view = useLoaderData<typeof loader>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Ranges view={view} />
        <Updated at={view.readAt} />
      </div>
      <KeyFigures view={view} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Messages view={view} />
        <Lanes view={view} />
      </div>
      <Carriers view={view} />
      {view.ofCarrier ? <Prefixes of={view.ofCarrier} range={view.range} /> : null}
      <Codes view={view} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Processes view={view} />
        <Stores view={view} />
      </div>
    </>
  );
}

type ViewProps = { view: NowView };

const Ranges = ({ view }: ViewProps) => (
  <nav aria-label="Time" className="flex flex-wrap gap-1 text-sm print:hidden">
    {nowRanges.map((range) => (
      <Link
        aria-current={range === view.range ? 'page' : undefined}
        className="rounded-md border border-transparent px-2 py-1.5 text-faint hover:text-ink aria-[current=page]:border-control aria-[current=page]:bg-raised aria-[current=page]:text-ink"
        key={range}
        preventScrollReset
        to={paths.operator('now', {
          range,
          ...(view.ofCarrier && { carrier: view.ofCarrier.carrier }),
        })}
      >
        {nowRangeNames[range]}
      </Link>
    ))}
  </nav>
);

/** A rate per second: with one decimal below 10. */
const formatPerSecond = (rate: number) =>
  rate > 0 && rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate));

type Counts = { delivered: number; failed: number };

const rateOf = ({ delivered, failed }: Counts) =>
  formatPercent(percentOf(delivered, delivered + failed));

function KeyFigures({ view: { throughput, range, carriers, steps, trends } }: ViewProps) {
  const sum = (of: (one: NowView['carriers'][number]) => number) =>
    carriers.reduce((all, one) => all + of(one), 0);
  const total = { delivered: sum((one) => one.delivered), failed: sum((one) => one.failed) };
  const last = steps.findLast(({ p99 }) => p99 !== null);
  const step = `newest step of ${nowRangeNames[range]}`;
  return (
    <dl className="card grid grid-cols-2 divide-line max-lg:divide-y lg:grid-cols-5 lg:divide-x">
      <Figure name="Accepted per second" value={formatPerSecond(throughput.accepted)}>
        messages, last full minute
      </Figure>
      <Figure name="Submitted per second" value={formatPerSecond(throughput.submitted)}>
        messages, last full minute
      </Figure>
      <Figure name="Delivery rate" trend={trends.rate} value={rateOf(total)}>
        {`${formatCount(total.failed)} failed in ${nowRangeNames[range]}`}
      </Figure>
      <Figure name="Delivery p50" trend={trends.p50} value={formatLatency(last?.p50 ?? null)}>
        {step}
      </Figure>
      <Figure name="Delivery p99" trend={trends.p99} value={formatLatency(last?.p99 ?? null)}>
        {step}
      </Figure>
    </dl>
  );
}

function Messages({ view: { bars, steps, step, range } }: ViewProps) {
  const most = Math.max(...steps.map(({ submitted }) => submitted));
  const name = { minute: 'Minute', hour: 'Hour', day: 'Day' }[step];
  return (
    <TitledCard
      heading="h2"
      id="messages"
      text={`Messages submitted to carriers in ${nowRangeNames[range]}. Delivered messages are filled, and failed messages are hatched. A result counts at the time at which it became known.`}
      title="Messages"
    >
      {most > 0 ? (
        <div className="px-5 pt-4">
          <BarStrip
            bars={bars}
            note={`at most ${formatCount(most)} ${step === 'hour' ? 'an' : 'a'} ${step}`}
            say={({ name: at, counts: { accepted, delivered, failed } }) =>
              `${at}: ${formatCount(accepted)} submitted, ${formatCount(delivered)} delivered, ${formatCount(failed)} failed`
            }
            title={`Messages by ${step}`}
          />
        </div>
      ) : (
        <p className="px-5 pt-4 text-sm text-faint">Nothing was submitted in this period.</p>
      )}
      <details className="mt-3 border-t border-line px-5 py-2 text-xs print:hidden">
        <summary className="w-fit cursor-pointer py-1 text-faint">Show as a table</summary>
        <FigureTable
          caption={`Messages by ${step} in India, newest first`}
          columns={[
            `${name} in India`,
            ...['Submitted', 'Delivered', 'Failed', 'Rate', 'p50', 'p99'],
          ]}
          rows={steps.toReversed().map(({ at, submitted, delivered, failed, p50, p99 }) => ({
            id: at.toISOString(),
            head: formatStep(at, step === 'day' ? 'day' : 'hour', 'long'),
            cells: [
              ...[submitted, delivered, failed].map(formatCount),
              rateOf({ delivered, failed }),
              ...[p50, p99].map(formatLatency),
            ],
          }))}
        />
      </details>
    </TitledCard>
  );
}

const laneNames = { otp: 'Codes', messages: 'Messages', test: 'Test messages' };

const Lanes = ({ view: { lanes } }: ViewProps) => (
  <TitledCard
    heading="h2"
    id="lanes"
    text="Waiting messages are due. Active messages are being handled by a worker. Later messages wait for their time or for the next attempt."
    title="Queue"
  >
    <div className="px-5 py-2">
      <FigureTable
        caption="Queued messages by lane"
        columns={['Lane', 'Waiting', 'Oldest wait', 'Active', 'Later']}
        rows={(['otp', 'messages', 'test'] as const).map((lane) => {
          const { states, lagSeconds } = lanes[lane];
          return {
            id: lane,
            head: laneNames[lane],
            cells: [
              formatCount(states.waiting),
              states.waiting > 0 ? formatApproxDuration(lagSeconds * 1_000) : '–',
              formatCount(states.active),
              formatCount(states.delayed),
            ],
          };
        })}
      />
    </div>
  </TitledCard>
);

const figureColumns = [
  ...['Submitted', 'Delivered', 'Failed', 'Rejected', 'Unknown', 'Rate', 'p50', 'p99'],
];

const figureCells = (one: NowView['carriers'][number]) => [
  ...[one.submitted, one.delivered, one.failed, one.rejected, one.unknown].map(formatCount),
  rateOf(one),
  ...[one.p50, one.p99].map(formatLatency),
];

const Carriers = ({ view: { carriers, range } }: ViewProps) => (
  <TitledCard
    heading="h2"
    id="carriers"
    text={`Figures of the last ${nowRangeNames[range]}. p50 and p99 are percentiles of the time from the submit to the receipt, with an error of at most a fifth. Choose a carrier to see its figures by prefix.`}
    title="By carrier"
  >
    {carriers.length > 0 ? (
      <div className="px-5 py-2">
        <FigureTable
          caption="Figures by carrier"
          columns={['Carrier', ...figureColumns]}
          rows={carriers.map((one) => ({
            id: one.carrier,
            head: (
              <Link
                className="link"
                preventScrollReset
                to={paths.operator('now', { range, carrier: one.carrier })}
              >
                {one.carrier || 'No carrier'}
              </Link>
            ),
            cells: figureCells(one),
          }))}
        />
      </div>
    ) : (
      <p className="px-5 py-4 text-sm text-faint">No message had a result in this period.</p>
    )}
  </TitledCard>
);

/** How many prefixes are shown at once. On narrow screens, each takes several lines. */
const shownPrefixes = 20;

type PrefixTableProps = { caption: string; prefixes: PrefixesProps['of']['prefixes'] };

const PrefixTable = ({ caption, prefixes }: PrefixTableProps) => (
  <FigureTable
    caption={caption}
    columns={['Prefix', ...figureColumns]}
    rows={prefixes.map((one) => ({
      id: one.prefix,
      head: one.prefix || 'All others',
      cells: figureCells(one),
    }))}
  />
);

type PrefixesProps = { of: NonNullable<NowView['ofCarrier']>; range: NowView['range'] };

const Prefixes = ({ of: { carrier, prefixes }, range }: PrefixesProps) => (
  <TitledCard
    aside={
      <Link className="link text-sm" preventScrollReset to={paths.operator('now', { range })}>
        Close
      </Link>
    }
    heading="h2"
    id="prefixes"
    text="A prefix is the first four digits of the number. A prefix does not identify an operator, because numbers are ported. Above about 25 messages per second and worker, these figures come from a sample of the messages."
    title={`${carrier || 'No carrier'} by prefix`}
  >
    {prefixes.length > 0 ? (
      <div className="px-5 py-2">
        <PrefixTable
          caption={`Figures of ${carrier || 'messages without a carrier'} by prefix`}
          prefixes={prefixes.slice(0, shownPrefixes)}
        />
        {prefixes.length > shownPrefixes ? (
          <details className="text-xs">
            <summary className="w-fit cursor-pointer py-1 text-faint">
              Show {formatCount(prefixes.length - shownPrefixes)} more
            </summary>
            <PrefixTable caption="Further prefixes" prefixes={prefixes.slice(shownPrefixes)} />
          </details>
        ) : null}
      </div>
    ) : (
      <p className="px-5 py-4 text-sm text-faint">No message had a result in this period.</p>
    )}
  </TitledCard>
);

const Codes = ({ view: { codes, range } }: ViewProps) => (
  <TitledCard
    heading="h2"
    id="codes"
    text={`Why messages failed or were rejected in ${nowRangeNames[range]}, the most frequent codes first.`}
    title="Error codes"
  >
    {codes.length > 0 ? (
      <ul className="divide-y divide-line text-sm">
        {codes.map(({ code, count }) => (
          <li className="flex items-baseline justify-between gap-4 px-5 py-2" key={code}>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {reasonText(code)} <code className="font-mono text-xs text-faint">{code}</code>
            </span>
            <span className="font-mono text-xs tabular-nums">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="px-5 py-4 text-sm text-faint">No message failed in this period.</p>
    )}
  </TitledCard>
);

const Processes = ({ view: { processes } }: ViewProps) => (
  <TitledCard
    heading="h2"
    id="processes"
    text="Web and worker processes that have reported within a day. Each reports every ten seconds, and leaves this list when it stops normally."
    title="Processes"
  >
    <ul className="divide-y divide-line text-sm">
      {processes.map(
        ({ id, kind, version, host, pid, queues, startedAt, seenSecondsAgo, isLost }) => (
          <li className="grid gap-0.5 px-5 py-2" key={id}>
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {kind} on {host} <span className="text-xs text-faint">process {pid}</span>
              </span>
              <span className={`text-xs tabular-nums ${isLost ? 'text-bad' : 'text-faint'}`}>
                {isLost ? 'lost, last ' : ''}seen {formatApproxDuration(seenSecondsAgo * 1_000)} ago
              </span>
            </span>
            <span className="text-xs text-faint">
              {version}, since <Timestamp at={startedAt} />
              {queues.length > 0 ? `, ${queues.join(', ')}` : ''}
            </span>
          </li>
        ),
      )}
    </ul>
  </TitledCard>
);

/** Mebibytes below a gibibyte, and otherwise gibibytes with one decimal. */
const formatBytes = (bytes: number) =>
  bytes < 2 ** 30
    ? `${formatCount(Math.ceil(bytes / 2 ** 20))} MiB`
    : `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const Stores = ({ view: { database, redis, backup } }: ViewProps) => (
  <div className="grid min-w-0 gap-4">
    <TitledCard heading="h2" id="postgres" title={`PostgreSQL ${database.version}`}>
      <dl className="grid grid-cols-2 divide-line max-md:divide-y md:grid-cols-4 md:divide-x">
        <Figure name="Size" value={formatBytes(database.bytes)}>
          of this database
        </Figure>
        <Figure name="Connections" value={formatCount(database.connections)}>
          {`of ${formatCount(database.maxConnections)}`}
        </Figure>
        <Figure
          name="Oldest transaction"
          value={
            database.oldestTransactionSeconds === null
              ? '–'
              : formatApproxDuration(Math.max(0, database.oldestTransactionSeconds * 1_000))
          }
        >
          open now
        </Figure>
        <Figure
          name="Last backup"
          value={backup ? formatApproxDuration(backup.ageSeconds * 1_000) : '–'}
        >
          {backup ? `ago, ${formatCount(backup.rows)} rows` : 'none by npm run backup'}
        </Figure>
      </dl>
    </TitledCard>
    <TitledCard heading="h2" id="redis" title={redis ? `Redis ${redis.version}` : 'Redis'}>
      {redis ? (
        <dl className="grid grid-cols-2 divide-x divide-line">
          <Figure name="Memory" value={formatBytes(redis.usedBytes)}>
            {redis.maxBytes > 0 ? `of ${formatBytes(redis.maxBytes)}` : 'without a limit'}
          </Figure>
          <Figure name="Evicted keys" value={formatCount(redis.evictedKeys)}>
            since its start; should be 0
          </Figure>
        </dl>
      ) : (
        <p className="px-5 py-4 text-sm text-bad">
          Redis does not answer. Messages are still accepted, and workers find them in PostgreSQL.
        </p>
      )}
    </TitledCard>
  </div>
);
