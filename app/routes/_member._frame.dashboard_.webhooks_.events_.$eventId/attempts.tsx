import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { Answer } from '#app/webhooks/event-cells.tsx';
import type { EventView } from './load-event.server.ts';

type AttemptsProps = Pick<EventView, 'attempts' | 'event' | 'headers'>;

/** The last attempts of an event: the request’s headers, and what the server answered. */
export function Attempts({ attempts, event, headers }: AttemptsProps) {
  return (
    <TitledCard heading="h3" id="attempts" title="Attempts">
      {attempts.length === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">It was not posted yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {attempts.map((attempt) => (
            <li className="grid min-w-0 gap-2 px-5 py-3 text-sm" key={attempt.number}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  <span className="text-faint">{attempt.number}. </span>
                  <Answer {...attempt} />
                </span>
                <span className="text-xs text-faint">
                  <Timestamp at={new Date(attempt.at)} />
                </span>
              </div>
              {attempt.error === null ? null : (
                <p className="text-bad [overflow-wrap:anywhere]">{attempt.error}</p>
              )}
              <Part isOpen label="Answer">
                {attempt.response === null || attempt.response === '' ? (
                  <p className="text-xs text-faint">
                    {attempt.response === null ? 'None' : 'Without a body'}
                  </p>
                ) : (
                  <Plain>{attempt.response}</Plain>
                )}
              </Part>
              <Part label="Headers of the request">
                <Plain>
                  {[
                    ...headers,
                    ['webhook-id', event._id],
                    ['webhook-timestamp', secondsOf(attempt.at)],
                    ['webhook-signature', 'v1,…'],
                  ]
                    .map(([name, value]) => `${name}: ${value}`)
                    .join('\n')}
                </Plain>
                <p className="text-xs text-faint">
                  Signatures are made for each attempt, and not kept.
                </p>
              </Part>
            </li>
          ))}
        </ol>
      )}
    </TitledCard>
  );
}

/** Seconds since 1970, as Standard Webhooks has them. */
const secondsOf = (at: string) => String(Math.floor(Date.parse(at) / 1_000));

type PartProps = { label: string; isOpen?: boolean; children: ReactNode };

function Part({ label, isOpen = false, children }: PartProps) {
  return (
    <details className="min-w-0" open={isOpen}>
      <summary className="cursor-pointer py-1 text-xs text-faint">{label}</summary>
      <div className="grid min-w-0 gap-1 pt-1">{children}</div>
    </details>
  );
}

/** A text as it came: it wraps, and runs in its own direction. */
const Plain = ({ children }: { children: string }) => (
  <pre
    className="min-w-0 rounded-md border border-line bg-paper p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
    dir="auto"
  >
    {children}
  </pre>
);
