import { Timestamp } from '#app/components/timestamp.tsx';
import type { MessageWithTimeline } from './contract.ts';

/** A step of a message's delivery, with the time since the previous step. */
export type TimeStep = {
  label: string;
  at: string;
  /** The time since the previous step, in milliseconds; null for the first step. */
  took: number | null;
  /** The phase between the previous step and this step. */
  phase: string | null;
  tone: 'plain' | 'good' | 'bad' | 'airmail';
};

const ends: Partial<
  Record<MessageWithTimeline['status'], [label: string, tone: TimeStep['tone']]>
> = {
  delivered: ['Delivered', 'good'],
  undelivered: ['Undelivered', 'bad'],
  failed: ['Failed', 'bad'],
  expired: ['Expired', 'bad'],
  cancelled: ['Cancelled', 'plain'],
};

/**
 * The steps of a message from accepting to its final state. The timeline of the message shows the attempts between these
 * steps.
 */
export function toTimeSteps(message: MessageWithTimeline): TimeStep[] {
  const { createdAt, scheduledFor, sentAt, settledAt, status, timeline } = message;
  const steps: Omit<TimeStep, 'took'>[] = [
    { label: 'Accepted', at: createdAt, phase: null, tone: 'plain' },
  ];
  const add = (label: string, at: string, phase: string, tone: TimeStep['tone'] = 'plain') =>
    steps.push({ label, at, phase, tone });
  const firstTry = timeline.find(({ event }) => isAttempt.has(event));
  const isRetried = firstTry !== undefined && firstTry.event !== 'submitted';
  if (scheduledFor && scheduledFor > createdAt && firstTry && firstTry.at >= scheduledFor) {
    add('Allowed hours began', scheduledFor, 'waiting for the allowed hours');
  }
  if (isRetried && firstTry.at !== settledAt) {
    add('First attempt', firstTry.at, 'in the queue');
  }
  if (sentAt) {
    add('Submitted', sentAt, isRetried ? 'further attempts' : 'in the queue', 'airmail');
  }
  const [label, tone] = ends[status] ?? [];
  if (label && settledAt) {
    add(label, settledAt, sentAt ? 'until the receipt' : 'until it ended', tone);
  }
  return steps.map((step, at) => {
    const before = steps[at - 1];
    const took = before ? Math.max(0, Date.parse(step.at) - Date.parse(before.at)) : null;
    return { ...step, took };
  });
}

/** Events of the timeline that are attempts to submit. */
const isAttempt: ReadonlySet<string> = new Set(['submitted', 'refused', 'unanswered', 'not_sent']);

/** The current phase of a message without a final state. */
const waiting: Partial<Record<MessageWithTimeline['status'], string>> = {
  scheduled: 'Waiting for its time',
  queued: 'Waiting to be submitted',
  submitting: 'Being submitted to the carrier',
  sent: 'Waiting for the receipt',
  unknown: 'The carrier did not respond',
};

const colours: Record<TimeStep['tone'], string> = {
  plain: 'text-control',
  good: 'text-good',
  bad: 'text-bad',
  airmail: 'text-airmail',
};

/** The steps of a message with their times, above a bar that shows each step's share of the time. */
export function TimeBar({ message }: { message: MessageWithTimeline }) {
  const steps = toTimeSteps(message);
  const total = steps.reduce((sum, { took }) => sum + (took ?? 0), 0);
  const open = waiting[message.status];
  return (
    <section aria-label="Steps" className="card grid gap-3 px-5 py-4">
      <Bar isOpen={open !== undefined} steps={steps} total={total} />
      <ol className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
        {steps.map(({ label, at, took, phase, tone }) => (
          <li className="grid content-start" key={label}>
            <span className={`font-medium ${tone === 'plain' ? '' : colours[tone]}`}>{label}</span>
            <span className="text-xs text-faint">
              <Timestamp at={new Date(at)} timeStyle="medium" />
            </span>
            {took === null ? null : (
              <span className="text-xs text-faint">
                <span className="font-mono text-ink">{formatDuration(took)}</span> {phase}
              </span>
            )}
          </li>
        ))}
        {open ? (
          <li className="grid content-start text-faint">{open}</li>
        ) : total > 0 ? (
          <li className="ml-auto grid content-start text-right">
            <span className="font-mono font-medium">{formatDuration(total)}</span>
            <span className="text-xs text-faint">in all</span>
          </li>
        ) : null}
      </ol>
    </section>
  );
}

type BarProps = { steps: TimeStep[]; total: number; isOpen: boolean };

/** Minimum share of a step in the bar, so that it is visible. */
const minShare = 0.02;

/**
 * Screen readers skip the bar, because a list has the same data. The widths are SVG attributes, because the content
 * security policy forbids inline styles.
 */
function Bar({ steps, total, isOpen }: BarProps) {
  const timed = steps.filter(({ took }) => took !== null);
  const full = isOpen ? 0.75 : 1;
  const weights = timed.map(({ took }) => Math.max(minShare, total > 0 ? (took ?? 0) / total : 1));
  const sum = weights.reduce((all, one) => all + one, 0);
  let left = 0;
  return (
    <svg aria-hidden="true" className="h-2 w-full" height="8" width="100%">
      <rect className="text-line" fill="currentColor" height="8" rx="2" width="100%" />
      {timed.map(({ label, tone, phase, took }, at) => {
        const width = (full * (weights[at] ?? 0)) / sum;
        const x = left;
        left += width;
        return (
          <rect
            className={colours[tone]}
            fill="currentColor"
            height="8"
            key={label}
            rx="2"
            width={`${(width * 100).toFixed(2)}%`}
            x={`${(x * 100).toFixed(2)}%`}
          >
            <title>{`${formatDuration(took ?? 0)} ${phase}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

/** A duration, rounded down: `0.41 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000);
  if (seconds < 60) return `${(Math.floor(Math.max(0, ms) / 10) / 100).toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
