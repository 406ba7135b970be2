import { performance } from 'node:perf_hooks';

/** How often the worker is looked at, in milliseconds, and the part of what is known of it that a look replaces. */
const lookMs = 25;
const weightOfLook = 0.2;

/** So many messages wait where a worker cannot keep up with them: half of what it reserves of an account at once. */
const manyMessages = 100;

/** From this share of the last eighth of a second on many messages wait, and the event loop is busy. */
const from = 0.75;

/** For how long messages go first after many have waited, in milliseconds: their receipts are still to come. */
const receiptsMs = 1_000;

/** How often events are posted meanwhile, in milliseconds: some at once, as one query renders them together. */
const burstMs = 250;

/** How many a second at first, and the time in milliseconds that doubles it: after 20 s it is more than a worker can post. */
const firstPerSecond = 50;
const doublingMs = 4_000;

type Options = {
  /** How many messages wait for their turn to be submitted. */
  waitingMessages: () => number;
  /** The share of the time since the last call in which the event loop was busy, from 0 to 1. */
  loopUse?: () => number;
  /** Milliseconds of a clock that only moves forward. */
  now?: () => number;
};

/**
 * Decides when the next event may be posted: at once, unless the worker cannot keep up with messages. To post an event
 * costs it as much as to deliver a message, and most messages have two, so that messages would be delivered half as fast.
 * Meanwhile a few events are posted four times a second, and after twenty seconds as many as without messages. Where
 * messages wait for the limits of a carrier, the event loop is idle, and no event waits.
 */
export function createPace({
  waitingMessages,
  loopUse = createLoopUse(),
  now = () => performance.now(),
}: Options) {
  const share = { waiting: 0, busy: 0 };
  /** When many messages last waited, and since when they have gone first. */
  let waitedAt = Number.NEGATIVE_INFINITY;
  let since: number | null = null;
  const burst = { at: Number.NEGATIVE_INFINITY, left: 0 };
  /** Posts what waits. */
  let post: (() => void) | null = null;

  const looking = setInterval(() => {
    share.waiting += weightOfLook * ((waitingMessages() >= manyMessages ? 1 : 0) - share.waiting);
    share.busy += weightOfLook * (loopUse() - share.busy);
    if (share.waiting >= from) waitedAt = now();
    const isFirst = share.busy >= from && now() - waitedAt < receiptsMs;
    since = isFirst ? (since ?? now()) : null;
    if (!post || !isAllowed()) return;
    const waiting = post;
    post = null;
    waiting();
  }, lookMs).unref();

  function isAllowed(): boolean {
    if (since === null) return true;
    if (now() - burst.at >= burstMs) {
      const perSecond = firstPerSecond * 2 ** ((now() - since) / doublingMs);
      Object.assign(burst, { at: now(), left: Math.ceil((perSecond * burstMs) / 1_000) });
    }
    return burst.left > 0;
  }

  return {
    /** Whether events wait for messages now. */
    messagesFirst: () => since !== null,

    /** Whether the next event may be posted now. If not, `later` is called when it may be. */
    mayPost(later: () => void): boolean {
      if (isAllowed()) return true;
      post = later;
      return false;
    },

    /** An event is posted. */
    posted(): void {
      burst.left -= 1;
    },

    close(): void {
      clearInterval(looking);
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
