import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { FigureTable, LatencyChart, Ranking, StepTable, VolumeChart } from '#app/charts/charts.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PrimaryLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { logOf } from '#app/messages/contract.ts';
import { reasonText } from '#app/messages/reason-text.ts';
import { paths } from '#app/paths.ts';
import { UsageBar } from '#app/usage/usage-bar.tsx';
import type { Dimension, StatTotals } from '#domain/messaging/stats/contract.ts';
import { formatCount, formatLatency, formatShare } from '#domain/shared/format.browser.ts';
import { type AnalyticsView, loadAnalytics } from './load-analytics.server.ts';
import { addressOf, dimensionNames, SplitTable } from './split-table.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'analytics', byMode: true };
export const meta = screenMeta('analytics');

export const loader = ({ request }: LoaderFunctionArgs) => loadAnalytics(request);

/** The figures of a period, each with those of the period before, and each leading to the messages behind it. */
export default function AnalyticsScreen() {
  const view = useLoaderData<typeof loader>();
  const isLoading = useNavigation().state === 'loading';
  const { stats } = view;
  const isEmpty = stats.total.accepted + stats.before.accepted + stats.total.otpSent === 0;
  const isFiltered = Object.keys(view.filter).length > 0;
  return (
    <div aria-busy={isLoading} className={`grid min-w-0 gap-4 ${isLoading ? 'opacity-60' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
        <Ranges view={view} />
        <Filters view={view} />
      </div>
      {isEmpty && !isFiltered ? (
        <EmptyState
          text={`What your ${view.livemode ? 'API' : 'test'} keys send in this time is counted here.`}
          title={view.livemode ? 'No messages in this time' : 'No test messages in this time'}
        >
          <PrimaryLink to={paths.dashboard('message')}>Send a message</PrimaryLink>
        </EmptyState>
      ) : (
        <Figures view={view} />
      )}
    </div>
  );
}

const rangeNames = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
} as const;

const Ranges = ({ view }: { view: AnalyticsView }) => (
  <nav aria-label="Time" className="flex flex-wrap gap-1 text-sm">
    {(Object.keys(rangeNames) as (keyof typeof rangeNames)[]).map((range) => (
      <Link
        aria-current={range === view.range ? 'page' : undefined}
        className="rounded-md border border-transparent px-3 py-1.5 text-faint hover:text-ink aria-[current=page]:border-control aria-[current=page]:bg-raised aria-[current=page]:text-ink"
        key={range}
        preventScrollReset
        to={addressOf(view, { range })}
      >
        {rangeNames[range]}
      </Link>
    ))}
  </nav>
);

/** What the figures are narrowed to; each can be taken off. */
function Filters({ view }: { view: AnalyticsView }) {
  const set = (Object.keys(view.filter) as Dimension[]).map((dimension) => ({
    dimension,
    value: view.filter[dimension] ?? '',
  }));
  if (set.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2 text-xs">
      {set.map(({ dimension, value }) => (
        <li
          className="flex items-center gap-2 rounded-md border border-control bg-raised py-1 pr-1 pl-3"
          key={dimension}
        >
          <span>
            <span className="text-faint">{dimensionNames[dimension]}</span>{' '}
            {view.names[value] ?? (value || 'none')}
          </span>
          <Link
            aria-label={`Remove the filter by ${dimensionNames[dimension]}`}
            className="flex size-6 items-center justify-center rounded-sm hover:bg-line"
            preventScrollReset
            to={addressOf(view, { [dimension]: null })}
          >
            ×
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Figures({ view }: { view: AnalyticsView }) {
  const { stats, period, volume, latency, filter } = view;
  return (
    <>
      <KeyFigures view={view} />
      <TitledCard heading="h2" id="volume" title="Messages">
        <div className="px-5 py-4">
          <VolumeChart
            chart={volume}
            to={({ from }) => logOf({ ...filter, from, to: endOf(from, period.step) })}
          />
          {filter.category || filter.carrier ? (
            <p className="text-xs text-faint print:hidden">
              The message log has no filter by category and carrier: bars and figures lead to the
              messages of all.
            </p>
          ) : null}
        </div>
        <StepTable step={period.step} steps={stats.steps} />
      </TitledCard>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Reasons view={view} />
        <TitledCard heading="h2" id="latency" title="Time to delivery">
          <div className="px-5 py-4">
            {latency ? (
              <LatencyChart chart={latency} />
            ) : (
              <p className="text-sm text-faint">Nothing was delivered in this time.</p>
            )}
          </div>
        </TitledCard>
      </div>
      <SplitTable view={view} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Codes view={view} />
        <Carriers view={view} />
        <Webhooks view={view} />
        <Plan view={view} />
      </div>
    </>
  );
}

const stepMs = { hour: 3_600_000, day: 86_400_000 };

const endOf = (from: Date, step: 'hour' | 'day') => new Date(from.getTime() + stepMs[step]);

type FigureProps = { name: string; value: ReactNode; to?: string; children: ReactNode };

const Figure = ({ name, value, to, children }: FigureProps) => (
  <div className="relative min-w-0 px-5 py-3">
    <dt className="text-xs text-faint">{name}</dt>
    <dd>
      <span className="block text-lg font-semibold tracking-tight tabular-nums">
        {to ? (
          <Link className="after:absolute after:inset-0 hover:underline" to={to}>
            {value}
          </Link>
        ) : (
          value
        )}
      </span>
      <span className="block text-xs break-words text-faint tabular-nums">{children}</span>
    </dd>
  </div>
);

const rateOf = ({ delivered, failed }: StatTotals) => formatShare(delivered, delivered + failed);

/** The figures that say whether it works, with those of the period before. */
function KeyFigures({ view: { stats, period, filter } }: { view: AnalyticsView }) {
  const { total, before } = stats;
  const { from, to } = period;
  return (
    <dl className="card grid grid-cols-2 divide-line max-md:divide-y md:grid-cols-5 md:divide-x">
      <Figure
        name="Accepted"
        to={logOf({ ...filter, from, to })}
        value={formatCount(total.accepted)}
      >
        before: {formatCount(before.accepted)}
      </Figure>
      <Figure name="Delivery rate" value={rateOf(total)}>
        before: {rateOf(before)}
      </Figure>
      <Figure
        name="Failed"
        to={logOf({ ...filter, from, to, state: 'failed' })}
        value={formatCount(total.failed)}
      >
        before: {formatCount(before.failed)}
      </Figure>
      <Figure name="95% delivered within" value={formatLatency(total.delivery.p95)}>
        half within {formatLatency(total.delivery.p50)}; before:{' '}
        {formatLatency(before.delivery.p95)}
      </Figure>
      <Figure name="OTPs verified" value={formatShare(total.otpVerified, total.otpSent)}>
        before: {formatShare(before.otpVerified, before.otpSent)}
      </Figure>
    </dl>
  );
}

function Reasons({ view: { stats, period, filter } }: { view: AnalyticsView }) {
  const { from, to } = period;
  return (
    <TitledCard heading="h2" id="reasons" title="Why messages failed">
      {stats.reasons.length > 0 ? (
        <Ranking
          rows={stats.reasons.slice(0, 8).map(({ code, count, before }) => ({
            ...{ id: code, count, before, detail: code },
            label: code === '' ? 'Without a reason' : reasonText(code),
            to: logOf({ ...filter, from, to, state: 'failed', reason: code }),
          }))}
        />
      ) : (
        <p className="px-5 py-4 text-sm text-faint">No message failed in this time.</p>
      )}
    </TitledCard>
  );
}

/** Codes from the first text to the verification. Those that can still be verified are no failure yet. */
function Codes({ view: { stats, validCodes } }: { view: AnalyticsView }) {
  const { otpSent, otpVerified, verification } = stats.total;
  const open = Math.min(validCodes, otpSent - otpVerified);
  return (
    <TitledCard heading="h2" id="codes" title="One-time passwords">
      {otpSent === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">
          No codes were sent in this time, or a filter is set that codes do not have.
        </p>
      ) : (
        <dl className="grid gap-3 px-5 py-4 text-sm">
          <Stage count={otpSent} name="Sent" of={otpSent} />
          <Stage count={otpVerified} name="Verified" of={otpSent} />
          <Stage count={open} name="Still valid" of={otpSent} />
          <p className="text-xs text-faint">
            Of those whose time is over, {formatShare(otpVerified, otpSent - open)} were verified:
            half within {formatLatency(verification.p50)}, 95% within{' '}
            {formatLatency(verification.p95)}.
          </p>
        </dl>
      )}
    </TitledCard>
  );
}

const Stage = ({ name, count, of }: { name: string; count: number; of: number }) => (
  <div className="grid gap-1">
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-mono text-xs tabular-nums">
        {formatCount(count)} <span className="text-faint">{formatShare(count, of)}</span>
      </dd>
    </div>
    <svg
      aria-hidden="true"
      className="block h-2 w-full text-airmail"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
    >
      <rect className="fill-line" height="1" width="100" />
      <rect fill="currentColor" height="1" width={(100 * count) / Math.max(1, of)} />
    </svg>
  </div>
);

const Carriers = ({ view: { carriers } }: { view: AnalyticsView }) => (
  <TitledCard heading="h2" id="carriers" title="Carriers">
    {carriers.length === 0 ? (
      <p className="px-5 py-4 text-sm text-faint">No message has a final state in this time.</p>
    ) : (
      <div className="px-5 py-2">
        <FigureTable
          caption="Messages by carrier, most first"
          columns={['Carrier', 'Messages', 'Delivered', 'Half within', '95% within']}
          rows={carriers.map((part) => ({
            id: part.value,
            head: part.value,
            cells: [
              formatCount(part.accepted),
              rateOf(part),
              formatLatency(part.delivery.p50),
              formatLatency(part.delivery.p95),
            ],
          }))}
        />
      </div>
    )}
  </TitledCard>
);

const Webhooks = ({ view: { webhooks } }: { view: AnalyticsView }) => (
  <TitledCard
    heading="h2"
    id="webhooks"
    text="The newest 10,000 events of this time, by endpoint."
    title="Webhooks"
  >
    {webhooks.length === 0 ? (
      <p className="px-5 py-4 text-sm text-faint">No events in this time.</p>
    ) : (
      <ul className="divide-y divide-line">
        {webhooks.map(({ endpointId, url, events, delivered, failed, p50Ms, p95Ms }) => (
          <li className="grid gap-0.5 px-5 py-2 text-sm" key={endpointId}>
            {url ? (
              <Link className="link [overflow-wrap:anywhere]" to={paths.webhook(endpointId)}>
                {url}
              </Link>
            ) : (
              <span className="text-faint">A deleted endpoint</span>
            )}
            <span className="text-xs text-faint tabular-nums">
              {formatShare(delivered, events)} of {formatCount(events)} delivered
              {failed > 0 ? `, ${formatCount(failed)} given up` : ''}; half within{' '}
              {formatLatency(p50Ms)}, 95% within {formatLatency(p95Ms)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </TitledCard>
);

/** The remaining messages of the plan, and until when they last. */
function Plan({ view: { plan } }: { view: AnalyticsView }) {
  if (!plan) return null;
  const { messagesUsed, messageLimit, endsAt, runsOutAt } = plan;
  return (
    <TitledCard
      aside={
        <Link className="link text-xs" to={paths.dashboard('plan-details')}>
          Plan Details
        </Link>
      }
      heading="h2"
      id="plan"
      title="Plan"
    >
      <div className="grid gap-3 px-5 py-4">
        <UsageBar label="Messages" limit={messageLimit} used={messagesUsed} />
        <p className="text-xs text-faint">
          {messagesUsed >= messageLimit ? (
            <>All messages of this month are used. The next month begins </>
          ) : runsOutAt ? (
            <>
              As since the beginning of this month, they are used up <Timestamp at={runsOutAt} />.
              The next month begins{' '}
            </>
          ) : (
            <>At this pace they last until the month ends </>
          )}
          <Timestamp at={endsAt} />.
        </p>
      </div>
    </TitledCard>
  );
}
