import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { followLimits, isFinal, type TrackedMessage } from './contract.ts';
import { type DeliveryStep, toDeliverySteps } from './delivery-steps.ts';
import { statusText } from './status-text.ts';
import { useMessageUpdates } from './use-message-updates.ts';

type DeliveryTrackerProps = {
  sent: TrackedMessage;
  /** The address of this page with this message. */
  here: string;
};

/** The delivery status of a message, updated live; without JavaScript as of the page's load. */
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
          {message.attempts > 1 ? ` It was tried ${message.attempts} times.` : ''}
        </p>
        {refused && !isFinal(message) ? (
          <p className="text-xs text-faint">
            This page gets no live updates: at most {followLimits.perUser} of your pages and{' '}
            {followLimits.perNetwork} pages on your network can have them at once. Choose Refresh to
            see the current status.
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
      className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-1 @lg:grid-cols-1 @lg:content-start"
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
              {formatDelay(since, at)}
            </time>
          )
        ) : progress === 'upcoming' ? (
          <span className="sr-only">not reached yet</span>
        ) : null}
      </span>
    </li>
  );
}

/** The time since it was accepted, such as `0.31 s later`. */
function formatDelay(since: string, at: string): string {
  const seconds = (Date.parse(at) - Date.parse(since)) / 1_000;
  const digits = seconds < 10 ? 2 : 0;
  return `${seconds.toLocaleString('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })} s later`;
}
