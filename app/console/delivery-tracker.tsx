import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import { formatDuration } from '#domain/shared/format.browser.ts';
import { followLimits, isFinal, type TrackedMessage } from './contract.ts';

type DeliveryTrackerProps = {
  sent: TrackedMessage;
  /** The URL at which this page shows this message. */
  here: string;
};

/**
 * The delivery status of a message, updated live. Without JavaScript, shows the status at the time of the
 * page load.
 */
export function DeliveryTracker({ sent, here }: DeliveryTrackerProps) {
  const { message, live, refused } = useMessageUpdates(sent);
  const steps = toDeliverySteps(message);
  return (
    <section aria-labelledby="way-title" className="card">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-2">
        <h2 className="text-sm font-medium" id="way-title">
          Delivery status
        </h2>
        {isFinal(message) || live ? (
          <code className="font-mono text-xs break-all text-faint">{message._id}</code>
        ) : (
          <Link className="button-quiet" preventScrollReset to={here}>
            Refresh
          </Link>
        )}
      </div>
      <div aria-live="polite" className="grid gap-4 p-5">
        <ol className="grid gap-2 @lg:auto-cols-fr @lg:grid-flow-col @lg:gap-0">
          {steps.map((step, index) => (
            <Step
              key={step.name}
              last={index === steps.length - 1}
              since={message.createdAt}
              step={step}
            />
          ))}
        </ol>
        <p className="text-sm">
          {statusText(message)}
          {message.attempts > 1 ? ` We tried ${message.attempts} times to send the message.` : ''}
        </p>
        {refused && !isFinal(message) ? (
          <p className="text-xs text-faint">
            This page gets no live updates: at most {followLimits.perUser} of your pages and{' '}
            {followLimits.perNetwork} pages on your network can have live updates at the same time.
            Choose Refresh to see the current status.
          </p>
        ) : null}
      </div>
    </section>
  );
}

const bad = new Set(['undelivered', 'failed', 'expired', 'unknown']);

function Step({ step, last, since }: { step: DeliveryStep; last: boolean; since: string }) {
  const { name, progress, at } = step;
  const colour =
    progress === 'upcoming'
      ? 'text-faint border-dashed'
      : bad.has(name)
        ? 'text-bad'
        : name === 'delivered'
          ? 'text-good'
          : progress === 'current'
            ? 'text-airmail'
            : 'text-ink';
  return (
    <li
      aria-current={progress === 'current' ? 'step' : undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 @xs:grid @xs:grid-cols-[8rem_minmax(0,1fr)] @xs:gap-1 @lg:grid-cols-1 @lg:content-start"
    >
      <span className="flex items-center">
        <span className={`stamp ${colour}`}>{name}</span>
        {last ? null : (
          <span
            aria-hidden="true"
            className={`mx-2 hidden h-px flex-1 @lg:block ${progress === 'done' ? 'bg-ink' : 'bg-line'}`}
          />
        )}
      </span>
      <span className="text-xs text-faint">
        {at ? (
          name === 'queued' ? (
            <Timestamp at={new Date(at)} />
          ) : (
            <time dateTime={at} title={at}>
              {formatDuration(Date.parse(at) - Date.parse(since))} later
            </time>
          )
        ) : progress === 'upcoming' ? (
          <span className="sr-only">not reached yet</span>
        ) : null}
      </span>
    </li>
  );
}

/**
 * Subscribes to a message until its status is final, or the server ends the stream after a minute.
 *
 * @param start the message as loaded
 * @returns the current message, whether it is being updated live, and whether the server rejected the
 *   subscription
 */
function useMessageUpdates(start: TrackedMessage): {
  message: TrackedMessage;
  live: boolean;
  refused: boolean;
} {
  const [message, setMessage] = useState(start);
  const [live, setLive] = useState(false);
  const [refused, setRefused] = useState(false);
  const over = isFinal(start);
  useEffect(() => {
    setMessage(start);
    setRefused(false);
    if (over) return;
    const source = new EventSource(paths.follow(start._id));
    source.onopen = () => setLive(true);
    source.onmessage = ({ data }) => setMessage(JSON.parse(data));
    const end = () => {
      source.close();
      setLive(false);
    };
    source.addEventListener('end', end);
    // The browser reconnects automatically after a lost connection, but not after an error response.
    source.onerror = () => {
      setLive(false);
      setRefused(source.readyState === EventSource.CLOSED);
    };
    return end;
  }, [start, over]);
  return { message, live, refused };
}

const states: Record<TrackedMessage['status'], string> = {
  queued: 'Accepted, waiting to be sent.',
  submitting: 'Being sent to the carrier.',
  sent: 'The carrier accepted the message. Waiting for the delivery receipt.',
  unknown:
    'The message was sent to the carrier, which did not respond. To avoid a duplicate, we do not send the message again. A delivery receipt may still arrive.',
  delivered: 'The message was delivered to the phone.',
  undelivered: 'The carrier reports that the message was not delivered.',
  failed: 'The carrier rejected the message permanently.',
  expired: 'The message expired before a carrier accepted it.',
};

/** The texts for test mode, where no carrier or phone is involved. */
const testStates: Partial<Record<TrackedMessage['status'], string>> = {
  submitting: 'Being handled without a carrier: the recipient’s number decides the result.',
  sent: 'Counted as sent. Waiting for the simulated delivery receipt.',
  delivered: 'Counted as delivered. No phone got the message, because it was sent in test mode.',
  undelivered: 'Counted as not delivered: the recipient’s number decides the result.',
  failed: 'Counted as rejected permanently: the recipient’s number decides the result.',
};

/** What SMPP 3.4 error codes and receipt states mean, in words for the sender of a message. */
const reasons: [RegExp, string][] = [
  [/0x0000000B/, 'the carrier does not know this number'],
  [/0x0000000A/, 'the carrier does not accept this sender'],
  [/0x00000058|0x00000014/, 'the carrier asked us to slow down'],
  [/0x00000008|0x00000064|0x00000102/, 'the carrier had an internal error'],
  [/^UNDELIV/, 'the network could not deliver it'],
  [/^EXPIRED/, 'the phone could not be reached in time'],
  [/^REJECTD/, 'the network rejected it'],
  [/^DELETED/, 'the network deleted it'],
  [/could not be encoded/, 'its text cannot be written in an SMS'],
  [/no carrier connected/, 'no carrier is connected'],
  [/no answer/, 'the carrier did not respond'],
];

/** Describes a status in one or two sentences. */
export function statusText({ status, reason, attempts, livemode }: TrackedMessage): string {
  const known = reason && (reasons.find(([code]) => code.test(reason))?.[1] ?? null);
  if (status === 'queued' && attempts > 0) {
    return `Waiting to retry${known ? `: ${known}` : ''}.`;
  }
  const state = (livemode ? undefined : testStates[status]) ?? states[status];
  if (status === 'delivered' || !known) return state;
  return `${state} Reason: ${known}.`;
}

type DeliveryStep = {
  name: TrackedMessage['status'];
  progress: 'done' | 'current' | 'upcoming';
  /** When the step was reached, if the time is recorded. */
  at: string | null;
};

/** The steps of a message: the completed steps, the current step and the upcoming steps. */
export function toDeliverySteps(message: TrackedMessage): DeliveryStep[] {
  const { status, createdAt, sentAt, settledAt } = message;
  const times: Partial<Record<DeliveryStep['name'], string | null>> = {
    queued: createdAt,
    sent: sentAt,
    ...(isFinal(message) && { [status]: settledAt }),
  };
  const names = listSteps(message);
  const current = names.indexOf(status);
  return names.map((name, index) => ({
    name,
    progress: index < current ? 'done' : index === current ? 'current' : 'upcoming',
    at: index <= current ? (times[name] ?? null) : null,
  }));
}

function listSteps({ status, sentAt, attempts }: TrackedMessage): DeliveryStep['name'][] {
  switch (status) {
    case 'failed':
    case 'expired':
      return attempts === 0 ? ['queued', status] : ['queued', 'submitting', status];
    case 'unknown':
      return ['queued', 'submitting', 'unknown', 'delivered'];
    case 'undelivered':
    case 'delivered':
      // A message can have a receipt even if its submit got no response.
      return sentAt ? ['queued', 'submitting', 'sent', status] : ['queued', 'submitting', status];
    default:
      return ['queued', 'submitting', 'sent', 'delivered'];
  }
}
