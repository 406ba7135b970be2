import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useNavigation } from '@remix-run/react';
import { FigureTable, LatencyChart, StepTable, VolumeChart } from '#app/charts/charts.tsx';
import {
  Change,
  ComparedWith,
  DeliveredChange,
  Figure,
  LatencyChange,
  RangeLinks,
  Ranking,
  VerifiedFigure,
} from '#app/charts/key-figures.tsx';
import type { Bar } from '#app/charts/lay-out.server.ts';
import { PrimaryLink } from '#app/components/links.tsx';
import { EmptyState } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
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

/** The figures of a period, each with the figure of the previous period and a link to the counted messages. */
export default function AnalyticsScreen() {
  const view = useLoaderData<typeof loader>();
  const isLoading = useNavigation().state === 'loading';
  const { stats } = view;
  const isEmpty = stats.total.accepted + stats.before.accepted + stats.total.otpSent === 0;
  const isFiltered = Object.keys(view.filter).length > 0;
  return (
    <div aria-busy={isLoading} className={`grid min-w-0 gap-4 ${isLoading ? 'opacity-60' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
        <RangeLinks
          open={view.range}
          ranges={['24h', '7d', '30d', '90d']}
          to={(range) => addressOf(view, { range })}
        />
        <Filters view={view} />
      </div>
      {isEmpty && !isFiltered ? (
        <EmptyState
          text={`Messages that your ${view.livemode ? 'API' : 'test'} keys send in this period are counted here.`}
          title={view.livemode ? 'No messages in this period' : 'No test messages in this period'}
        >
          <PrimaryLink to={paths.dashboard('message')}>Send a message</PrimaryLink>
        </EmptyState>
      ) : (
        <Figures view={view} />
      )}
    </div>
  );
}

/** The filters of the figures. Each can be removed. */
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
  const logOfBar = ({ from, to }: Bar) => logOf({ ...filter, from, to });
  return (
    <>
      <KeyFigures view={view} />
      <ComparedWith before={stats.before} range={view.range} />
      <TitledCard heading="h2" id="volume" title="Messages">
        <div className="px-5 py-4">
          <VolumeChart chart={volume} to={logOfBar} />
        </div>
        <StepTable bars={volume.bars} step={period.step} steps={stats.steps} to={logOfBar} />
      </TitledCard>
      <SplitTable view={view} />
      {/* The last card of the shorter column takes the rest, so that both columns end together. */}
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4 *:last:grow">
          <Reasons view={view} />
          <Carriers view={view} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 *:last:grow">
          <TitledCard heading="h2" id="latency" title="Time to delivery">
            <div className="px-5 py-4">
              {latency ? (
                <LatencyChart chart={latency} />
              ) : (
                <p className="text-sm text-faint">Nothing was delivered in this period.</p>
              )}
            </div>
          </TitledCard>
          <Codes view={view} />
          <Plan view={view} />
        </div>
      </div>
      <Webhooks view={view} />
    </>
  );
}

const rateOf = ({ delivered, failed }: StatTotals) => formatShare(delivered, delivered + failed);

/** The figures that show whether messages arrive, with the figures of the previous period. */
function KeyFigures({ view: { stats, period, filter } }: { view: AnalyticsView }) {
  const { total, before } = stats;
  const { from, to } = period;
  return (
    <dl className="card grid grid-cols-2 divide-line max-lg:divide-y lg:grid-cols-5 lg:divide-x">
      <Figure
        name="Accepted"
        to={logOf({ ...filter, from, to })}
        value={formatCount(total.accepted)}
      >
        <Change before={before.accepted} format={formatCount} now={total.accepted} />
      </Figure>
      <Figure name="Delivery rate" value={rateOf(total)}>
        <DeliveredChange before={before} total={total} />
      </Figure>
      <Figure
        name="Failed"
        to={logOf({ ...filter, from, to, state: 'failed' })}
        value={formatCount(total.failed)}
      >
        <Change
          before={before.accepted > 0 ? before.failed : null}
          better="less"
          format={formatCount}
          now={total.failed}
        />
      </Figure>
      <Figure name="Delivery p95" value={formatLatency(total.delivery.p95)}>
        <LatencyChange before={before} total={total} />
        <span className="block">p50 {formatLatency(total.delivery.p50)}</span>
      </Figure>
      <VerifiedFigure before={before} total={total} />
    </dl>
  );
}

function Reasons({ view: { stats, reasons, period, filter } }: { view: AnalyticsView }) {
  const { from, to } = period;
  return (
    <TitledCard heading="h2" id="reasons" title="Why messages failed">
      {reasons.length > 0 ? (
        <Ranking
          rows={reasons.map(({ code, reason, count, before }) => ({
            ...{ id: code, count, detail: code },
            before: stats.before.accepted > 0 ? before : undefined,
            label: code === '' ? 'Without a reason' : reasonText(reason),
            to: logOf({ ...filter, from, to, state: 'failed', reason: code }),
          }))}
        />
      ) : (
        <p className="px-5 py-4 text-sm text-faint">No message failed in this period.</p>
      )}
    </TitledCard>
  );
}

/**
 * The codes of the period by stage: sent, verified, still valid. A code that can still be verified does not count as
 * failed.
 */
function Codes({ view: { stats } }: { view: AnalyticsView }) {
  const { otpSent, otpVerified, otpValid, verification } = stats.total;
  return (
    <TitledCard heading="h2" id="codes" title="One-time passwords">
      {otpSent === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">
          No codes were sent in this period, or a filter is set that excludes all codes.
        </p>
      ) : (
        <div className="grid gap-3 px-5 py-4 text-sm">
          <dl className="grid gap-3">
            <Stage count={otpSent} name="Sent" of={otpSent} />
            <Stage count={otpVerified} name="Verified" of={otpSent} />
            <Stage count={otpValid} name="Still valid" of={otpSent} />
          </dl>
          <p className="text-xs text-faint">
            {otpSent === otpValid
              ? 'All of these codes can still be verified.'
              : `Of the codes that are no longer valid, ${formatShare(otpVerified, otpSent - otpValid)} were verified.`}
            {otpVerified === 0
              ? null
              : ` Time to verify: p50 ${formatLatency(verification.p50)}, p95 ${formatLatency(verification.p95)}.`}
          </p>
        </div>
      )}
    </TitledCard>
  );
}

/**
 * A stage of the codes: a name, a count and a bar. A group of `dl` must contain nothing but `dt` and `dd`, so the bar is inside
 * the `dd`.
 */
const Stage = ({ name, count, of }: { name: string; count: number; of: number }) => (
  <div className="grid">
    <dt className="col-start-1 row-start-1">{name}</dt>
    <dd className="col-start-1 row-start-1 grid gap-1 text-right font-mono text-xs leading-5 tabular-nums">
      <span>
        {formatCount(count)} <span className="text-faint">{formatShare(count, of)}</span>
      </span>
      <svg
        aria-hidden="true"
        className="block h-2 w-full text-airmail"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect className="fill-line" height="1" width="100" />
        <rect fill="currentColor" height="1" width={(100 * count) / Math.max(1, of)} />
      </svg>
    </dd>
  </div>
);

const Carriers = ({ view: { carriers } }: { view: AnalyticsView }) => (
  <TitledCard heading="h2" id="carriers" title="Carriers">
    {carriers.length === 0 ? (
      <p className="px-5 py-4 text-sm text-faint">No message has a final state in this period.</p>
    ) : (
      <div className="px-5 py-2">
        <FigureTable
          caption="Messages by carrier, largest number first"
          columns={['Carrier', 'Messages', 'Delivered', 'Delivery p50', 'Delivery p95']}
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
    text="The newest 10,000 events of this period, by endpoint."
    title="Webhooks"
  >
    {webhooks.length === 0 ? (
      <p className="px-5 py-4 text-sm text-faint">No events in this period.</p>
    ) : (
      <ul className="divide-y divide-line">
        {webhooks.map(({ endpointId, name, events, delivered, failed, p50Ms, p95Ms }) => (
          <li
            className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-5 py-2 text-sm"
            key={endpointId}
          >
            {name ? (
              <Link
                className="link -my-0.5 py-0.5 [overflow-wrap:anywhere]"
                to={paths.webhook(endpointId)}
              >
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <span className="text-faint">A deleted endpoint</span>
            )}
            <span className="text-xs text-faint tabular-nums">
              {formatShare(delivered, events)} of {formatCount(events)} delivered
              {failed > 0 ? `, ${formatCount(failed)} given up` : ''}; p50 {formatLatency(p50Ms)},
              p95 {formatLatency(p95Ms)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </TitledCard>
);

/** The remaining messages of the plan, and how long they will last. */
function Plan({ view: { plan } }: { view: AnalyticsView }) {
  if (!plan) return null;
  const { messagesUsed, messageLimit, endsAt, runsOutAt } = plan;
  return (
    <TitledCard
      aside={
        <Link className="link -my-1 py-1 text-xs" to={paths.dashboard('plan-details')}>
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
            <>All messages of this month are used. The next month begins on </>
          ) : runsOutAt ? (
            <>
              At this month’s average pace, your messages will be used up on{' '}
              <Timestamp at={runsOutAt} />. The next month begins on{' '}
            </>
          ) : (
            <>At this pace, your messages will last until the month ends, on </>
          )}
          <Timestamp at={endsAt} />.
        </p>
      </div>
    </TitledCard>
  );
}
