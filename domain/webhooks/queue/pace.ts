import { performance } from 'node:perf_hooks';

/** Sampling interval in milliseconds, and smoothing factor. The average covers about the last eighth of a second. */
const samplingMs = 25;
const smoothing = 0.2;

/**
 * Thresholds of two averages: the share of samples in which many messages were waiting, and the share of time in which the
 * event loop was busy. While messages have priority, the lower threshold applies, because fewer events are posted, so the loop
 * is less busy. With one threshold, messages would lose the priority at once, and get it again, several times a second.
 */
const threshold = { waiting: 0.75, busy: 0.75, busyWithPriority: 0.4 };

/**
 * A worker has many messages if at least `waiting` messages wait (half of an account's largest batch) and at least
 * `perSecond` of them get a slot per second. If fewer get a slot, they wait for a carrier and hardly use the processor.
 */
const many = { waiting: 100, perSecond: 200 };

/** How long messages keep priority after a backlog, in milliseconds, because their receipts are still arriving. */
const receiptsMs = 1_000;

/**
 * Interval between bursts of events while messages have priority, in milliseconds. One query renders all events of a burst.
 */
const burstMs = 250;

/**
 * How many events are posted per second when messages have just got priority, and the time in which this rate doubles,
 * in milliseconds. After 20 s the rate exceeds what a worker can post.
 */
const firstPerSecond = 50;
const doublingMs = 4_000;

/**
 * If messages lose priority for less than this time, in milliseconds, the rate is not reset to `firstPerSecond` afterwards.
 */
const restMs = 1_000;

export type MessageLoad = {
  /** How many messages wait for a slot of a carrier. */
  waiting: number;
  /** How many messages have got a slot since the worker started. */
  submitted: number;
};

type Options = {
  messageLoad: () => MessageLoad;
  /** The share of the time since the last call in which the event loop was busy, from 0 to 1. */
  loopUse?: () => number;
  /** Milliseconds of a clock that only moves forward. */
  now?: () => number;
};

/**
 * Decides when the next event may be posted. Events are posted at once, unless the worker cannot keep up with messages.
 * Posting an event takes as much processor time as delivering a message, and most messages have two events. Without a limit,
 * events would therefore more than halve the speed of messages. While messages have priority, the worker posts a small burst
 * of events four times a second. The bursts grow, and after twenty seconds events are posted as fast as without messages.
 */
export function createPace({
  messageLoad,
  loopUse = createLoopUse(),
  now = () => performance.now(),
}: Options) {
  const average = { waiting: 0, perSecond: 0, busy: 0 };
  let { submitted } = messageLoad();
  let sampledAt = now();
  /** When the worker last delivered many messages. */
  let deliveringAt = Number.NEGATIVE_INFINITY;
  let isFirst = false;
  /** When messages got priority, and when they last had priority. */
  const span = { since: 0, until: Number.NEGATIVE_INFINITY };
  const burst = { at: Number.NEGATIVE_INFINITY, left: 0 };
  /** Posts the waiting events; null if none are waiting. */
  let post: (() => void) | null = null;

  const sampling = setInterval(() => {
    const load = messageLoad();
    const perSecond = ((load.submitted - submitted) * 1_000) / Math.max(1, now() - sampledAt);
    submitted = load.submitted;
    sampledAt = now();
    average.waiting += smoothing * ((load.waiting >= many.waiting ? 1 : 0) - average.waiting);
    average.perSecond += smoothing * (perSecond - average.perSecond);
    average.busy += smoothing * (loopUse() - average.busy);
    if (average.waiting >= threshold.waiting && average.perSecond >= many.perSecond) {
      deliveringAt = now();
    }
    const busy = isFirst ? threshold.busyWithPriority : threshold.busy;
    isFirst = average.busy >= busy && now() - deliveringAt < receiptsMs;
    if (isFirst) {
      if (now() - span.until > restMs) span.since = now();
      span.until = now();
    }
    if (!post || !isAllowed()) return;
    const waiting = post;
    post = null;
    waiting();
  }, samplingMs).unref();

  function isAllowed(): boolean {
    if (!isFirst) return true;
    if (now() - burst.at >= burstMs) {
      const perSecond = firstPerSecond * 2 ** ((now() - span.since) / doublingMs);
      Object.assign(burst, { at: now(), left: Math.ceil((perSecond * burstMs) / 1_000) });
    }
    return burst.left > 0;
  }

  return {
    /** Whether messages have priority now. */
    messagesFirst: () => isFirst,

    /** Whether the next event may be posted now. If not, `later` is called as soon as an event may be posted. */
    mayPost(later: () => void): boolean {
      if (isAllowed()) return true;
      post = later;
      return false;
    },

    /** Call it for each posted event. */
    posted(): void {
      burst.left -= 1;
    },

    close(): void {
      clearInterval(sampling);
    },
  };
}

function createLoopUse(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const next = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(next, last);
    last = next;
    return utilization;
  };
}
