import type { TakeTokens } from '#platform/limits/shared-rate.ts';
import type { Claimant } from './contract.ts';

type Waiter = (admitted: boolean) => void;

/** The consumers of the rate, in order of priority: OTPs come first. */
const claimants = ['otp', 'messages', 'query'] as const;

/** The time in milliseconds in which the rate recovers to its maximum after `cut`. */
const recoveryMs = 30_000;

/** Tokens that `messages` leave for OTPs: the number of OTPs that are likely to arrive at the same moment. */
const tokensReservedForOtp = 3;

/**
 * Returns how many tokens a claimant leaves to the other claimants. Queries leave half of the capacity, so they get no token
 * while a backlog of messages keeps the bucket nearly empty.
 *
 * @param capacity the most tokens that can be saved up
 */
export function tokensToLeave(claimant: Claimant, capacity: number): number {
  const half = Math.floor(capacity / 2);
  if (claimant === 'otp') return 0;
  return claimant === 'query' ? half : Math.min(tokensReservedForOtp, half);
}

/** Limits the submits per second to one carrier. */
export type TokenBucket = {
  /** Consumes a token if there is one for this claimant. */
  consume(lane: Claimant): boolean;
  /** Milliseconds after which a token for this claimant may be available. */
  waitMs(lane: Claimant): number;
  /** Called when the carrier throttles: halves the rate, which then recovers slowly. */
  cut(): void;
  /** Called when the licensed rate has changed. */
  setRate(newRate: number): void;
  /** Sets a listener, which is called when tokens may be available before `waitMs` is over. */
  onTokens(listener: () => void): void;
};

/**
 * Limits the submits per second to one carrier, as a token bucket. The bucket holds the tokens of a tenth of a second: enough
 * to compensate a late timer, but too few for a burst that a carrier with a per-second limit would reject. Messages never empty
 * the bucket, so an OTP gets a token at once, even during a long backlog.
 *
 * @param licensed submits per second that the carrier allows
 * @param now a monotonic clock in milliseconds
 * @param initial tokens at the start; by default the bucket is full
 */
export function createTokenBucket(
  licensed: number,
  now = () => performance.now(),
  initial = Number.POSITIVE_INFINITY,
): TokenBucket {
  let perSecond = licensed;
  let capacity = Math.max(1, perSecond / 10);
  let current = perSecond;
  let tokens = Math.min(capacity, initial);
  let filledAt = now();

  function fill(): void {
    const at = now();
    const elapsed = at - filledAt;
    filledAt = at;
    tokens = Math.min(capacity, tokens + (elapsed / 1000) * current);
    current = Math.min(perSecond, current + (elapsed / recoveryMs) * perSecond);
  }

  const reserved = (claimant: Claimant) => tokensToLeave(claimant, capacity);

  return {
    consume(lane) {
      fill();
      if (tokens < 1 + reserved(lane)) return false;
      tokens -= 1;
      return true;
    },
    waitMs(lane) {
      fill();
      const missing = 1 + reserved(lane) - tokens;
      return missing <= 0 ? 0 : Math.ceil((missing / current) * 1000);
    },
    cut() {
      fill();
      current = Math.max(1, perSecond / 16, current / 2);
    },
    setRate(newRate) {
      if (newRate === perSecond) return;
      fill();
      perSecond = newRate;
      capacity = Math.max(1, newRate / 10);
      current = newRate;
      tokens = Math.min(tokens, capacity);
    },
    onTokens: () => undefined,
  };
}

/**
 * Decides which submit is admitted next. A submit needs a slot of the window, a token of the rate, and a carrier that accepts
 * submits. One timer serves all submits that wait for the rate; no timer runs while submits can be admitted at once.
 */
export function createAdmission(window: Window, bucket: TokenBucket) {
  const waiting = {
    otp: { holding: new Map<Waiter, number>(), arriving: new Set<Waiter>() },
    messages: { holding: new Map<Waiter, number>(), arriving: new Set<Waiter>() },
    query: { holding: new Map<Waiter, number>(), arriving: new Set<Waiter>() },
  };
  let gate: 'open' | 'paused' | 'shut' = 'shut';
  /** Runs when the rate allows the next submit. */
  let timer: NodeJS.Timeout | undefined;

  /**
   * Admits as many waiters of a lane as possible. Waiters that hold a slot of the window are first. A waiter that needs several
   * tokens gets all of them before the next waiter gets any. If tokens were shared among the waiters, many would have all their
   * tokens at the same moment and submit in a burst.
   *
   * @returns false if a waiter is blocked by the rate alone
   */
  function admitAll(lane: Claimant): boolean {
    const { holding, arriving } = waiting[lane];
    for (const [waiter, tokens] of holding) {
      for (let missing = tokens; missing > 0; missing -= 1) {
        if (bucket.consume(lane)) continue;
        holding.set(waiter, missing);
        return false;
      }
      holding.delete(waiter);
      waiter(true);
    }
    for (const waiter of arriving) {
      if (!window.hasRoom(lane)) break;
      if (!bucket.consume(lane)) return false;
      window.acquire(lane);
      arriving.delete(waiter);
      waiter(true);
    }
    return true;
  }

  function admitWaiting(): void {
    if (gate !== 'open') return;
    const blocked = claimants.find((claimant) => !admitAll(claimant));
    if (!blocked) return;
    clearTimeout(timer);
    timer = setTimeout(admitWaiting, bucket.waitMs(blocked));
  }

  function rejectAll(waiters: Set<Waiter> | Map<Waiter, number>): void {
    for (const waiter of waiters.keys()) waiter(false);
    waiters.clear();
  }

  bucket.onTokens(admitWaiting);

  return {
    get isOpen(): boolean {
      return gate === 'open';
    },

    /**
     * Waits for a slot of the window and a token of the rate.
     *
     * @returns true with a slot and a token; false as soon as the gate is not open or the signal aborts
     */
    enter(lane: Claimant, signal?: AbortSignal): Promise<boolean> {
      if (gate !== 'open' || signal?.aborted) return Promise.resolve(false);
      const { arriving } = waiting[lane];
      return new Promise((resolve) => {
        const giveUp = () => {
          arriving.delete(waiter);
          resolve(false);
        };
        const waiter: Waiter = (admitted) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(admitted);
        };
        signal?.addEventListener('abort', giveUp);
        arriving.add(waiter);
        admitWaiting();
      });
    },

    /**
     * Waits for more tokens for a slot that the caller already holds. The caller keeps waiting during a pause.
     *
     * @returns false as soon as the gate is shut
     */
    again(lane: Claimant, tokens: number): Promise<boolean> {
      if (gate === 'shut') return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting[lane].holding.set(resolve, tokens);
        admitWaiting();
      });
    },

    /** Releases a slot. */
    leave(lane: Claimant): void {
      window.release(lane);
      admitWaiting();
    },

    open(): void {
      gate = 'open';
      admitWaiting();
    },

    /** Rejects all waiters that hold no slot, and all new waiters. Waiters that hold a slot keep waiting for tokens. */
    pause(): void {
      gate = 'paused';
      for (const claimant of claimants) rejectAll(waiting[claimant].arriving);
    },

    shut(): void {
      gate = 'shut';
      clearTimeout(timer);
      for (const claimant of claimants) {
        rejectAll(waiting[claimant].arriving);
        rejectAll(waiting[claimant].holding);
      }
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/**
 * The window of one carrier: how many submits may await a response at once. Bulk messages leave a share of the slots free, so
 * that an OTP finds a free slot even during a long backlog. A query takes no slot, so an unanswered query blocks no submit.
 * Only one query runs at a time, and it starts only while a slot is free for messages.
 *
 * @param size slots in total
 * @param otpShare share of the slots (0 to 1) that `messages` never use; one slot is always left to `messages`
 */
export function createWindow(size: number, otpShare: number) {
  const toLimits = (of: number, share: number) => ({
    otp: of,
    messages: Math.max(1, of - Math.ceil(of * share)),
  });
  let limit = toLimits(size, otpShare);
  const used = { otp: 0, messages: 0, query: 0 };

  return {
    hasRoom: (lane: Claimant): boolean =>
      lane === 'query'
        ? used.query === 0 && used.otp + used.messages < limit.messages
        : used.otp + used.messages < limit.otp && used[lane] < limit[lane],
    acquire(lane: Claimant): void {
      used[lane] += 1;
    },
    release(lane: Claimant): void {
      used[lane] -= 1;
    },
    /** Slots in use stay in use: a smaller window takes effect while slots are released. */
    resize(newSize: number, newOtpShare: number): void {
      limit = toLimits(newSize, newOtpShare);
    },
  };
}

type Window = ReturnType<typeof createWindow>;

/**
 * Limits on the number of tokens, expressed as seconds of the licensed rate: `burstSeconds` for the tokens saved up in Redis,
 * `leaseSeconds` for the tokens that all workers together lease in advance.
 */
const burstSeconds = 0.05;
const leaseSeconds = 0.025;

/**
 * Leased tokens expire after this time, in milliseconds. Otherwise a worker could save up tokens and later use them in a burst.
 */
const lifeMs = 50;

/**
 * If Redis grants fewer tokens than requested, the worker waits at least this long before its next request, in milliseconds.
 */
const minWaitMs = 5;

/** How often Redis is tried while it is down, in milliseconds. */
const probeMs = 250;

/**
 * What `waitMs` returns while a request to Redis is running. This time may be longer than an answer takes, because the
 * answer wakes the waiting callers.
 */
const answerMs = 1_000;

type Options = {
  /** The Redis key of the carrier, the same for all workers. */
  key: string;
  perSecond: number;
  take: TakeTokens;
  /** How many workers are running. */
  workers: () => number;
  onOutage: (error: unknown) => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
};

/**
 * Creates the bucket for the licensed rate of a carrier, which all workers share. This worker leases tokens from Redis: one
 * token at first, and twice as many each time it has used all tokens before they expire. While Redis is down, each worker uses
 * an equal part of the rate.
 */
export function createLeasedBucket(options: Options): TokenBucket {
  const { key, take, workers, onOutage, now = () => performance.now() } = options;
  let perSecond = options.perSecond;
  let tokens = 0;
  let validUntil = 0;
  let size = 1;
  let isAsking = false;
  const askAgainAt: Record<Claimant, number> = { otp: 0, messages: 0, query: 0 };
  /** The bucket in use while Redis is down; null otherwise. */
  let local: { bucket: TokenBucket; share: number } | null = null;
  let probeAt = 0;
  let wake: () => void = () => undefined;

  const burst = () => Math.max(1, perSecond * burstSeconds);
  const mostLeased = () => Math.max(1, Math.ceil((perSecond * leaseSeconds) / workers()));
  /** Tokens to leave in Redis, so that an OTP on any worker gets a token at once. */
  const toKeep = (claimant: Claimant) => tokensToLeave(claimant, burst());

  const request = (want: number, keep: number, cut = false) =>
    take({ key, perSecond, burst: burst(), want, keep, processes: workers(), cut });

  function ask(lane: Claimant): void {
    if (isAsking || now() < askAgainAt[lane]) return;
    isAsking = true;
    const want = Math.min(size, mostLeased());
    void request(want, toKeep(lane))
      .then(({ granted, waitMs }) => {
        const at = now();
        tokens = (at <= validUntil ? tokens : 0) + granted;
        validUntil = at + lifeMs;
        // The delay has jitter. Without jitter, if several workers ask at the same time, the same worker would always get all
        // tokens.
        if (granted < want)
          askAgainAt[lane] = at + Math.max(minWaitMs, waitMs) * (0.5 + Math.random());
      })
      .catch(goLocal)
      .then(() => {
        isAsking = false;
        wake();
      });
  }

  /**
   * Switches to a local bucket while Redis is down. The local bucket is empty at first, because this worker may just have used
   * leased tokens.
   */
  function goLocal(error: unknown): void {
    if (!local) onOutage(error);
    const share = perSecond / workers();
    tokens = 0;
    local = { bucket: createTokenBucket(share, now, 0), share };
    probeAt = now() + probeMs;
  }

  /** The local bucket, with the share for the current number of workers. */
  function localBucket(): TokenBucket | null {
    if (!local) return null;
    const share = perSecond / workers();
    if (share !== local.share) {
      local.share = share;
      local.bucket.setRate(share);
    }
    if (now() >= probeAt && !isAsking) probe();
    return local.bucket;
  }

  function probe(): void {
    isAsking = true;
    probeAt = now() + probeMs;
    request(0, 0)
      .then(() => {
        local = null;
        size = 1;
      })
      .catch(() => undefined)
      .then(() => {
        isAsking = false;
        wake();
      });
  }

  return {
    consume(lane) {
      const own = localBucket();
      if (own) return own.consume(lane);
      if (tokens > 0 && now() > validUntil) {
        tokens = 0;
        size = Math.max(1, size >> 1);
      }
      if (tokens === 0) {
        ask(lane);
        return false;
      }
      tokens -= 1;
      if (tokens === 0) size = Math.min(size * 2, mostLeased());
      // Requests new tokens before the current tokens are used up, so that a backlog hardly ever waits for Redis.
      else if (tokens === size >> 1) ask(lane);
      return true;
    },
    waitMs(lane) {
      if (local) return local.bucket.waitMs(lane);
      return isAsking ? answerMs : Math.max(1, askAgainAt[lane] - now());
    },
    cut() {
      tokens = 0;
      if (local) local.bucket.cut();
      else void request(0, 0, true).catch(goLocal);
    },
    setRate(newRate) {
      perSecond = newRate;
      askAgainAt.otp = 0;
      askAgainAt.messages = 0;
      askAgainAt.query = 0;
    },
    onTokens(listener) {
      wake = listener;
    },
  };
}
