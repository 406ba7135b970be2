import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { FigureTable, StepTable, VolumeChart } from '#app/charts/charts.tsx';
import {
  Change,
  ComparedWith,
  DeliveredChange,
  Figure,
  LatencyChange,
  Ranking,
  rangeNames,
  VerifiedFigure,
} from '#app/charts/key-figures.tsx';
import type { Bar } from '#app/charts/lay-out.server.ts';
import { QuietLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { logOf } from '#app/messages/contract.ts';
import { reasonText } from '#app/messages/reason-text.ts';
import { paths } from '#app/paths.ts';
import type { Usage } from '#app/usage/load-usage.server.ts';
import { formatCount, formatLatency, formatShare } from '#domain/shared/format.browser.ts';
import type { Attention, Health, Range } from './load-health.server.ts';

type HomeCardProps = {
  id: string;
  title: string;
  /** A link to details. */
  link: { to: string; label: string };
  children: ReactNode;
};

/** A card of Home: a title, a link to more, and the content. */
export function HomeCard({ id, title, link, children }: HomeCardProps) {
  return (
    <section aria-labelledby={id} className="card @container min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-5 py-3">
        <h2 className="text-sm font-medium" id={id}>
          {title}
        </h2>
        <Link className="link -my-1 py-1 text-xs" to={link.to}>
          {link.label}
        </Link>
      </div>
      {children}
    </section>
  );
}

type AttentionListProps = { attention: Attention | null; usage: Usage | null };

/** The problems that need attention, each with a link. Renders nothing without problems. */
export function AttentionList({ attention, usage }: AttentionListProps) {
  const items = [...(usage ? ofPlan(usage) : []), ...(attention ? ofMessages(attention) : [])];
  if (items.length === 0) return null;
  return (
    <ul aria-label="Needs attention" className="card divide-y divide-line border-bad/50">
      {items.map(({ id, text, to, action }) => (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2 text-sm" key={id}>
          <span aria-hidden="true" className="font-mono font-semibold text-bad">
            !
          </span>
          <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">{text}</span>
          <Link className="link py-1" to={to}>
            {action}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Item = { id: string; text: ReactNode; to: string; action: string };

function ofPlan({ messagesUsed, messageLimit, endsAt }: Usage): Item[] {
  if (messagesUsed < messageLimit) return [];
  const text = (
    <>
      All {formatCount(messageLimit)} messages of this month are used: sending is refused until{' '}
      <Timestamp at={new Date(endsAt)} />.
    </>
  );
  return [{ id: 'plan', text, to: paths.plans, action: 'Choose a larger plan' }];
}

function ofMessages({ endpoints, today: { failed, reason, from, to } }: Attention): Item[] {
  const items: Item[] = endpoints.map(({ _id, name, enabled, failingSince }) => ({
    id: _id,
    text: (
      <>
        Endpoint <bdi>{name}</bdi> {enabled ? 'has been failing' : 'was turned off'}
        {enabled && failingSince ? (
          <>
            {' '}
            since <Timestamp at={new Date(failingSince)} />
          </>
        ) : null}
      </>
    ),
    to: paths.webhook(_id),
    action: 'View',
  }));
  if (failed === 0) return items;
  const most = reason?.code
    ? `, ${formatCount(reason.count)} of them: ${reasonText(reason.reason)}`
    : '';
  const text = `${formatCount(failed)} ${failed === 1 ? 'message' : 'messages'} failed today${most}`;
  return [
    ...items,
    { id: 'failed', text, to: logOf({ state: 'failed', from, to }), action: 'View' },
  ];
}

type FiguresProps = { health: Health; usage: Usage | null };

/** Four figures that show whether messages arrive. Each links to details. */
export function Figures({ health: { range, total, before, trends }, usage }: FiguresProps) {
  const more = paths.dashboard('analytics', { range });
  const ended = total.delivered + total.failed;
  return (
    <>
      <dl className="card grid grid-cols-2 lg:grid-cols-4 lg:divide-x lg:divide-line">
        <Figure
          name="Delivered"
          to={more}
          trend={trends.delivered}
          value={formatShare(total.delivered, ended)}
        >
          {formatCount(total.delivered)} of {formatCount(ended)}
          <Line>
            <DeliveredChange before={before} total={total} />
          </Line>
        </Figure>
        <Figure
          name="Delivery p95"
          to={more}
          trend={trends.latency}
          value={formatLatency(total.delivery.p95)}
        >
          p50 {formatLatency(total.delivery.p50)}
          <Line>
            <LatencyChange before={before} total={total} />
          </Line>
        </Figure>
        <VerifiedFigure before={before} to={more} total={total} trend={trends.verified} />
        {usage ? (
          <Figure
            name="Plan"
            to={paths.dashboard('plan-details')}
            value={`${formatCount(usage.messagesUsed)} of ${formatCount(usage.messageLimit)}`}
          >
            <Outlook {...usage} />
          </Figure>
        ) : (
          <Figure name="Accepted" to={more} value={formatCount(total.accepted)}>
            <Change before={before.accepted} format={formatCount} now={total.accepted} />
          </Figure>
        )}
      </dl>
      <ComparedWith before={before} range={range} />
    </>
  );
}

/** How long the messages of the plan last. */
function Outlook({ messagesUsed, messageLimit, runsOutAt, endsAt }: Usage) {
  const [text, at] =
    messagesUsed >= messageLimit
      ? ['used up until', endsAt]
      : runsOutAt
        ? ['at this pace, used up on', runsOutAt]
        : ['enough until', endsAt];
  return (
    <>
      {text} <Timestamp at={new Date(at)} />
    </>
  );
}

const Line = ({ children }: { children: ReactNode }) => <span className="block">{children}</span>;

const logOfBar = ({ from, to }: Bar) => logOf({ from, to });

/** Messages by hour or day, as a chart and as a table. */
export const VolumeCard = ({ health: { volume, steps, period } }: { health: Health }) => (
  <HomeCard
    id="statistics"
    link={{ to: paths.ownDocsSection('analytics'), label: 'How these numbers are counted' }}
    title="Messages"
  >
    <div className="px-5 py-4">
      <VolumeChart chart={volume} to={logOfBar} />
    </div>
    <StepTable bars={volume.bars} step={period.step} steps={steps} to={logOfBar} />
  </HomeCard>
);

/** The reasons of failed messages, with their counts. Renders nothing if no message failed. */
export function ReasonsCard({ health }: { health: Health }) {
  const { reasons, period, range, before: total } = health;
  if (reasons.length === 0) return null;
  const { from, to } = period;
  return (
    <HomeCard
      id="reasons"
      link={{ to: paths.dashboard('analytics', { range }), label: 'Analytics' }}
      title="Why messages failed"
    >
      <Ranking
        rows={reasons.map(({ code, reason, count, before }) => ({
          ...{ id: code, count, detail: code },
          before: total.accepted > 0 ? before : undefined,
          label: code === '' ? 'Without a reason' : reasonText(reason),
          to: logOf({ from, to, state: 'failed', reason: code }),
        }))}
      />
    </HomeCard>
  );
}

/** The delivery figures of each carrier; nothing while no message has a final state. */
export function CarriersCard({ health: { carriers, range } }: { health: Health }) {
  if (carriers.length === 0) return null;
  return (
    <HomeCard
      id="carriers"
      link={{ to: paths.dashboard('analytics', { range, by: 'carrier' }), label: 'Analytics' }}
      title="Carriers"
    >
      <div className="px-5 py-2">
        <FigureTable
          caption="Messages by carrier, largest number first"
          columns={['Carrier', 'Messages', 'Delivered', 'Delivery p95']}
          rows={carriers.map(({ value, accepted, delivered, failed, delivery }) => ({
            id: value,
            head: value,
            cells: [
              formatCount(accepted),
              formatShare(delivered, delivered + failed),
              formatLatency(delivery.p95),
            ],
          }))}
        />
      </div>
    </HomeCard>
  );
}

/** Shown instead of the figures if they could not be read. */
export const FailedHealth = () => (
  <section className="card grid justify-items-start gap-3 px-5 py-5">
    <h2 className="font-medium">Failed to load statistics</h2>
    <p className="text-sm text-faint">
      Your statistics could not be loaded. Messages are still being sent and counted. Please try
      again.
    </p>
    <Link className="button-quiet" reloadDocument to="">
      Try again
    </Link>
  </section>
);

/** Shown instead of the figures of a period without messages. */
export const NoMessages = ({ range }: { range: Range }) => (
  <section className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-5">
    <p className="text-sm text-faint">
      No messages in the last {rangeNames[range]}. When your keys send messages, they are counted
      here.
    </p>
    <QuietLink to={paths.dashboard('message')}>Open the console</QuietLink>
  </section>
);
