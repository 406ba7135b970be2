import { Link } from '@remix-run/react';
import { CodeBlock, CopyButton } from '#app/components/copy-button.tsx';
import { TestStamp } from '#app/components/icons.tsx';
import { QuietLink, TextLink } from '#app/components/links.tsx';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { PageHeading } from '#app/dashboard/screen-route.tsx';
import { paths } from '#app/paths.ts';
import { Answer, EventStamp } from '#app/webhooks/event-cells.tsx';
import { isErased } from '#domain/messaging/privacy/pseudonym.browser.ts';
import {
  canSendAgain,
  type MessageView,
  type MessageWithTimeline,
  type TimelineEvent,
  toSearchParams,
} from './contract.ts';
import { MessageText, StateStamp, VerdictLink } from './log-parts.tsx';
import { adviceOf, reasonText, routeText, timelineEventText, verdictOf } from './reason-text.ts';
import { formatDuration, TimeBar } from './time-bar.tsx';

/** A message with all its details, and a link back to the list. */
export function MessageDetails(view: MessageView) {
  const { typed, after, keys, message, templateName, json } = view;
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-4">
      <p className="-mt-2">
        <Link
          className="link inline-block py-1 text-sm"
          to={paths.messages(toSearchParams({ typed, after }))}
        >
          Back to the messages
        </Link>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageHeading />
        {message.status === 'scheduled' ? (
          <QuietLink to={paths.scheduled()}>Change or cancel</QuietLink>
        ) : null}
        {canSendAgain(message) ? (
          <QuietLink to={paths.sendAgain(message._id)}>Send again</QuietLink>
        ) : null}
      </div>
      <Outcome message={message} />
      <TimeBar message={message} />
      <div className="grid items-start gap-4 @4xl:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Details message={message} templateName={templateName} />
          <Request keys={keys} message={message} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Timeline events={message.timeline} />
          <WebhookEvents {...view} />
        </div>
      </div>
      <details className="card min-w-0">
        <summary className="min-h-12 cursor-pointer px-5 py-3 text-sm font-medium">
          JSON, as the API returns it
        </summary>
        <div className="px-5 pb-5">
          <CodeBlock label="The message as JSON" {...json} />
        </div>
      </details>
    </div>
  );
}

/** Shown instead of a message that the account does not have. */
export const NoSuchMessage = ({ typed, after }: Pick<MessageView, 'typed' | 'after'>) => (
  <div className="grid gap-4">
    <p className="-mt-2">
      <Link
        className="link inline-block py-1 text-sm"
        to={paths.messages(toSearchParams({ typed, after }))}
      >
        Back to the messages
      </Link>
    </p>
    <section className="card grid gap-2 p-6">
      <PageHeading />
      <p className="text-sm text-faint">You have no message with this ID.</p>
    </section>
  </div>
);

/** A sentence for each state, shown if the message has no reason. */
const stateTexts: Record<MessageWithTimeline['status'], string> = {
  scheduled:
    'The message waits for its scheduled time. Until then, it can be changed or cancelled.',
  queued: 'The message is accepted and waits to be submitted to a carrier.',
  submitting: 'The message is being submitted to a carrier.',
  sent: 'The carrier accepted the message. The operator has not sent a receipt yet.',
  delivered: 'The phone received the message.',
  undelivered: 'The operator could not deliver the message.',
  failed: 'The message was not sent.',
  expired: 'The message expired before it was sent.',
  cancelled: 'The message was cancelled before its scheduled time, and credited back.',
  unknown: 'The carrier did not respond. The phone may have received the message.',
};

const testTexts: Partial<typeof stateTexts> = {
  delivered:
    'Counted as delivered. No phone received the message, because it was sent in test mode.',
};

/**
 * A reason as the API returns it. A verdict in it is a link to the documentation. A reason without a verdict has a link
 * beside it.
 */
function RawReason({ reason }: { reason: string }) {
  const verdict = verdictOf(reason);
  if (verdict === null) {
    return (
      <p className="flex flex-wrap gap-x-3 text-xs text-faint">
        <code className="font-mono">{reason}</code>
        <a className="link" href={paths.reasons}>
          What reasons mean
        </a>
      </p>
    );
  }
  const at = reason.indexOf(verdict);
  return (
    <p className="font-mono text-xs text-faint">
      <code>{reason.slice(0, at)}</code>
      <VerdictLink code={verdict} />
      <code>{reason.slice(at + verdict.length)}</code>
    </p>
  );
}

/** The result of a message, the reason, and the advice for the sender. */
function Outcome({ message }: { message: MessageWithTimeline }) {
  const { status, reason, livemode } = message;
  const advice = reason ? adviceOf(reason) : '';
  return (
    <section
      aria-label="Result"
      className="card flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4"
    >
      <span className="flex gap-1.5">
        {livemode ? null : <TestStamp />}
        <StateStamp state={status} />
      </span>
      <div className="grid min-w-0 flex-1 basis-64 gap-1 text-sm [overflow-wrap:anywhere]">
        <p className="font-medium">
          {reason
            ? reasonText(reason)
            : ((livemode ? null : testTexts[status]) ?? stateTexts[status])}
        </p>
        {advice ? <p>{advice}</p> : null}
        {reason ? <RawReason reason={reason} /> : null}
      </div>
    </section>
  );
}

function Details({ message, templateName }: Pick<MessageView, 'message' | 'templateName'>) {
  const { _id, recipient, serverNumber, segments } = message;
  return (
    <TitledCard heading="h2" id="message" title="Message">
      <dl className="grid gap-3 px-5 py-4 text-sm">
        <Detail label="Text">
          <span className="whitespace-pre-wrap">
            <MessageText {...message} />
          </span>
        </Detail>
        <Detail label="Number">
          {isErased(recipient) ? (
            <>
              The number was erased at your request, and replaced by{' '}
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
          {templateName === null || message.templateId === null ? null : (
            <TextLink to={paths.template(message.templateId)}>{templateName}</TextLink>
          )}
          {message.templateId ? <Copyable label="template ID" text={message.templateId} /> : 'None'}
        </Detail>
        <Detail label="Entity">
          {message.entityId ? (
            <Copyable label="entity ID" text={message.entityId} />
          ) : (
            'The installation’s'
          )}
        </Detail>
        <Detail label="Segments">{segments}</Detail>
        {message.scheduledFor ? (
          <Detail label="Scheduled for">
            <Timestamp at={new Date(message.scheduledFor)} />
          </Detail>
        ) : null}
      </dl>
    </TitledCard>
  );
}

/** The request that sent the message. Its body and idempotency key are not stored with the message. */
function Request({ message, keys }: Pick<MessageView, 'message' | 'keys'>) {
  const { apiId, requestId, createdAt } = message;
  const key = keys.find(({ keyId }) => keyId === apiId);
  return (
    <TitledCard heading="h2" id="request" title="Request">
      <dl className="grid gap-3 px-5 py-4 text-sm">
        <Detail label="API key">
          {key ? (
            <TextLink to={paths.messages({ api_id: apiId })}>{key.name}</TextLink>
          ) : (
            'Deleted since'
          )}
        </Detail>
        <Detail label="API ID">
          <Copyable label="API ID" text={apiId} />
        </Detail>
        {requestId ? (
          <Detail label="Request ID">
            <Copyable label="request ID" text={requestId} />
          </Detail>
        ) : null}
        <Detail label="Accepted">
          <Timestamp at={new Date(createdAt)} timeStyle="medium" />
        </Detail>
      </dl>
    </TitledCard>
  );
}

/** The webhook events about the message, each with the result of the last attempt. */
function WebhookEvents({ events, hasEndpoints }: MessageView) {
  return (
    <TitledCard heading="h2" id="webhooks" title="Webhook events">
      {events.length === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">
          {hasEndpoints ? (
            'No endpoint got an event about this message.'
          ) : (
            <>
              You have no endpoint. <TextLink to={paths.newWebhook}>Add one</TextLink> to get an
              event for each change.
            </>
          )}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {events.map((event) => (
            <li className="grid gap-1 px-5 py-3 text-sm" key={event._id}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <TextLink to={paths.webhookEvent(event._id)}>{event.type}</TextLink>
                <EventStamp event={event} />
              </div>
              <p className="text-xs text-faint [overflow-wrap:anywhere]">
                {event.url ?? 'A deleted endpoint'}
              </p>
              <p className="text-xs">
                {event.attempts === 0 ? (
                  <span className="text-faint">
                    {event.status === 'pending' ? 'Not posted yet' : 'Not posted'}
                  </span>
                ) : (
                  <>
                    <Answer
                      durationMs={event.durationMs}
                      error={event.lastError}
                      status={event.lastStatus}
                    />
                    <span className="text-faint">
                      {event.attempts === 1 ? ', one attempt' : `, ${event.attempts} attempts`}
                    </span>
                  </>
                )}
                {event.nextAttemptAt ? (
                  <span className="text-faint">
                    {', next '}
                    <Timestamp at={new Date(event.nextAttemptAt)} timeStyle="medium" />
                  </span>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
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
    formatDuration(Date.parse(at) - Date.parse(accepted?.at ?? at));
  return (
    <TitledCard heading="h2" id="timeline" title="Timeline">
      <ol className="divide-y divide-line">
        {events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events never change order
          <li className="grid gap-1 px-5 py-3 text-sm" key={at}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className={`stamp ${pickColour(event)}`}>{event.event}</span>
              <span className="text-xs text-faint">
                {at > 0 ? <span className="font-mono">+{sinceAccepted(event)} · </span> : null}
                <Timestamp at={new Date(event.at)} timeStyle="medium" />
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
