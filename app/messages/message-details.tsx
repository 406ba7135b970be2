import { Link } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TestStamp } from '#app/components/stamps.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { Detail, TitledCard } from '#app/components/titled-card.tsx';
import { paths } from '#app/paths.ts';
import { isErased } from '#domain/messaging/privacy/pseudonym.browser.ts';
import {
  type KeyName,
  type MessageView,
  type MessageWithTimeline,
  type TimelineEvent,
  toSearchParams,
} from './contract.ts';
import { KeyLabel, MessageText, Recipient, StateStamp, VerdictLink } from './message-cells.tsx';
import { reasonText, routeText, timelineEventText, verdictOf } from './reason-text.ts';

/** A message with all its details, and a link back to the list. */
export function MessageDetails({ typed, after, keys, message }: MessageView) {
  return (
    <div className="@container grid gap-4">
      <p className="-mt-2">
        <Link className="link py-1 text-sm" to={paths.messages(toSearchParams({ typed, after }))}>
          Back to the messages
        </Link>
      </p>
      {message ? (
        <div className="grid items-start gap-4 @4xl:grid-cols-2">
          <Details keys={keys} message={message} />
          <Timeline events={message.timeline} />
        </div>
      ) : (
        <section className="card grid gap-2 p-6">
          <h2 className="font-medium">No such message</h2>
          <p className="text-sm text-faint">You have no message with this ID.</p>
        </section>
      )}
    </div>
  );
}

type DetailsProps = { message: MessageWithTimeline; keys: KeyName[] };

function Details({ message, keys }: DetailsProps) {
  const { _id, status, recipient, serverNumber, apiId, segments, reason } = message;
  const verdict = reason && verdictOf(reason);
  return (
    <TitledCard
      aside={
        <span className="flex gap-1.5">
          {message.livemode ? null : <TestStamp />}
          <StateStamp state={status} />
        </span>
      }
      heading="h2"
      id="message"
      title={
        <>
          Message to <Recipient recipient={recipient} />
        </>
      }
    >
      <dl className="grid gap-3 px-5 py-4 text-sm">
        {reason ? (
          <Detail label="Reason">
            {reasonText(reason)} <code className="font-mono text-xs text-faint">{reason}</code>
            {verdict ? (
              <>
                {' '}
                <VerdictLink code={verdict} />
              </>
            ) : null}
          </Detail>
        ) : null}
        <Detail label="Text">
          <span className="whitespace-pre-wrap">
            <MessageText {...message} />
          </span>
        </Detail>
        <Detail label="Number">
          {isErased(recipient) ? (
            <>
              Erased at your request, and known by{' '}
              <code className="font-mono text-xs">{recipient}</code>
            </>
          ) : (
            <Copyable label="number" text={recipient} />
          )}
        </Detail>
        <Detail label="Message ID">
          <Copyable label="message ID" text={_id} />
        </Detail>
        <Detail label="Sender">
          <code className="font-mono text-xs">{serverNumber}</code>
        </Detail>
        <Detail label="Template">
          {message.templateId ? <Copyable label="template ID" text={message.templateId} /> : 'None'}
        </Detail>
        <Detail label="Entity">
          {message.entityId ? (
            <Copyable label="entity ID" text={message.entityId} />
          ) : (
            'The installation’s'
          )}
        </Detail>
        <Detail label="API key">
          <KeyLabel keyId={apiId} keys={keys} />
        </Detail>
        <Detail label="Segments">{segments}</Detail>
        <Detail label="Accepted">
          <Timestamp at={new Date(message.createdAt)} />
        </Detail>
        {message.scheduledFor ? (
          <Detail label="Scheduled for">
            <Timestamp at={new Date(message.scheduledFor)} />
          </Detail>
        ) : null}
        <Detail label="Sent">
          {message.sentAt ? <Timestamp at={new Date(message.sentAt)} /> : 'Not yet'}
        </Detail>
        <Detail label="Settled">
          {message.settledAt ? <Timestamp at={new Date(message.settledAt)} /> : 'Not yet'}
        </Detail>
      </dl>
    </TitledCard>
  );
}

function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <span className="-my-2 flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <CopyButton label={label} text={text} toast={`The ${label} is copied`} />
    </span>
  );
}

/** All events of a message, oldest first. */
function Timeline({ events }: { events: TimelineEvent[] }) {
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
