import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { Answer } from '#app/webhooks/event-cells.tsx';
import { Part, Plain, RequestHeaders } from '#app/webhooks/request-parts.tsx';
import type { EventView } from './load-event.server.ts';

type AttemptsProps = Pick<EventView, 'attempts' | 'event'>;

/** The last attempts of an event: the request’s headers, and what the server answered. */
export function Attempts({ attempts, event }: AttemptsProps) {
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
                <RequestHeaders at={attempt.at} id={event._id} />
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
