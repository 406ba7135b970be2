import { Link } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { TestStamp } from '#app/components/test-stamp.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { paths } from '#app/paths.ts';
import { isErased } from '#domain/messaging/privacy/pseudonym.browser.ts';
import type { KeyName, MessageView, MessageWithTimeline } from './contract.ts';
import { toSearchParams } from './filter.ts';
import { KeyLabel, MessageText, Recipient, StateStamp } from './message-cells.tsx';
import { reasonText, verdictOf } from './reason-text.ts';
import { Timeline } from './timeline.tsx';
import { VerdictLink } from './verdict-link.tsx';

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
