import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { paths } from '#app/paths.ts';
import { durationText } from '#app/webhooks/event-cells.tsx';
import { formatCount, formatShare } from '#domain/shared/format-number.browser.ts';
import type { EndpointView } from './load-endpoint.server.ts';

type HealthProps = Pick<EndpointView, 'endpoint' | 'health' | 'limits'>;

/** How the last attempts went, and what failed last. */
export function Health({ endpoint, health, limits }: HealthProps) {
  const { attempts, succeeded, p95Ms, since, waiting, failures } = health;
  const isMore = waiting >= limits.maxCountedWaiting;
  return (
    <TitledCard
      heading="h3"
      id="health"
      title={`Last ${formatCount(limits.countedAttempts)} attempts`}
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-4 @2xl:grid-cols-4">
        <Figure label="Succeeded">{formatShare(succeeded, attempts)}</Figure>
        <Figure label="95 % within">{p95Ms === null ? '–' : durationText(p95Ms)}</Figure>
        <Figure label="Attempts">{formatCount(attempts)}</Figure>
        <Figure label="Events waiting">
          {formatCount(waiting)}
          {isMore ? ' or more' : ''}
        </Figure>
      </dl>
      {since ? (
        <p className="px-5 pb-4 text-xs text-faint">
          Since <Timestamp at={new Date(since)} />
        </p>
      ) : (
        <p className="px-5 pb-4 text-sm text-faint">
          Nothing was posted yet.
          {endpoint.enabled ? ' Send a test event to try it out.' : ''}
        </p>
      )}
      {failures.length > 0 ? (
        <div className="border-t border-line px-5 py-3">
          <h4 className="pb-1 text-xs text-faint">Last failures</h4>
          <ul className="divide-y divide-line">
            {failures.map((failure) => (
              <li
                className="grid gap-x-4 py-2 text-sm @2xl:grid-cols-[11rem_12rem_1fr]"
                key={`${failure.eventId} ${failure.at}`}
              >
                <span className="text-faint">
                  <Timestamp at={new Date(failure.at)} />
                </span>
                <Link
                  className="link justify-self-start font-mono text-xs leading-5"
                  to={paths.webhookEvent(failure.eventId)}
                >
                  {failure.type}
                </Link>
                <span className="min-w-0 [overflow-wrap:anywhere]">{failure.error}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </TitledCard>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="font-mono text-lg tabular-nums">{children}</dd>
    </div>
  );
}
