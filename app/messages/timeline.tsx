import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import type { TimelineEvent } from './contract.ts';
import { routeText, timelineEventText } from './reason-text.ts';
import { VerdictLink } from './verdict-link.tsx';

/** All events of a message, oldest first. */
export function Timeline({ events }: { events: TimelineEvent[] }) {
  const [accepted] = events;
  const sinceAccepted = ({ at }: TimelineEvent) =>
    formatElapsed(new Date(accepted?.at ?? at), new Date(at));
  return (
    <TitledCard heading="h2" id="timeline" title="Timeline">
      <ol className="divide-y divide-line">
        {events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events never change order
          <li className="grid gap-1 px-5 py-3 text-sm" key={at}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className={`stamp ${pickColour(event)}`}>{event.event}</span>
              <span className="text-xs text-faint">
                {at > 0 ? <span className="font-mono">{sinceAccepted(event)} · </span> : null}
                <Timestamp at={new Date(event.at)} />
              </span>
            </div>
            <p>{timelineEventText(event)}</p>
            {event.route ? <p className="text-faint">{routeText(event.route)}</p> : null}
            <Codes event={event} />
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}

/** Technical details of an event, for questions to an operator. */
function Codes({ event }: { event: TimelineEvent }) {
  const codes = [
    ['segment', event.segment],
    ['carrier', event.carrier],
    ['carrier’s id', event.carrierMessageId],
    ['status', event.status],
    ['error code', event.errorCode],
  ].filter(([, value]) => value !== null);
  if (codes.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-faint">
      {codes.map(([name, value]) => (
        <span key={name}>
          {name} <code className="font-mono [overflow-wrap:anywhere]">{value}</code>
        </span>
      ))}
      {event.verdict ? (
        <span>
          verdict <VerdictLink code={event.verdict.code} />
        </span>
      ) : null}
    </p>
  );
}

function pickColour({ event, status }: TimelineEvent): string {
  if (event === 'submitted') return 'text-airmail';
  if (event === 'refused' || event === 'expired') return 'text-bad';
  if (event !== 'receipt' || !status) return 'text-faint';
  if (status === 'DELIVRD') return 'text-good';
  return bad.has(status) ? 'text-bad' : 'text-airmail';
}

/** Final receipt states other than delivered. */
const bad = new Set(['UNDELIV', 'EXPIRED', 'DELETED', 'REJECTD', 'UNKNOWN']);

/** The time since the first event: `+0.41 s`, `+3 min 20 s`, `+2 h 5 min`. */
export function formatElapsed(from: Date, to: Date): string {
  const ms = Math.max(0, to.getTime() - from.getTime());
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `+${(Math.floor(ms / 10) / 100).toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `+${minutes} min ${seconds % 60} s`;
  return `+${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
