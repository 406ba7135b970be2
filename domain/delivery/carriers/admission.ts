import type { TakeTokens } from '#platform/limits/shared-rate.ts';
import type { Claimant } from './contract.ts';

type Waiter = (admitted: boolean) => void;

/** By priority: OTPs first. */
const claimants = ['otp', 'messages', 'query'] as const;

/** After `cut`, the rate is back to its maximum within this time. */
const recoveryMs = 30_000;

/** Tokens that `messages` leave for OTPs: as many as are likely to arrive at once. */
const tokensReservedForOtp = 3;

/**
 * Tokens that a claimant leaves to others. Queries leave half of the capacity, so they get none while a backlog uses up the
 * tokens.
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
  /** The licensed rate has changed. */
  setRate(newRate: number): void;
  /** Calls the listener when there may be tokens before `waitMs` is over. */
  onTokens(listener: () => void): void;
};

/**
 * Limits the submits per second to one carrier, as a token bucket. It holds tokens for a tenth of a second: enough to make
 * up for a late timer, too few for a burst that a carrier with a per-second limit would reject. Messages never empty it: an
 * OTP gets its token at once, however long the backlog.
 *
 * @param licensed submits per second, the rate that the carrier allows
 * @param now a monotonic clock in milliseconds
 * @param initial tokens at the beginning; the capacity if left out
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
 * Decides which submit is admitted next, by the window, the rate, and whether the carrier accepts submits at all. Uses no
 * timer while submits can be admitted at once, and one timer for all submits that wait for the rate.
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
   * Admits as many waiters of a lane as possible, first those that hold a slot of the window. A waiter that needs several
   * tokens gets all of them before the next one gets any: otherwise many would be complete at the same moment, as a burst.
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
     * @returns false as soon as the gate is not open or the signal aborts
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
     * Waits for more tokens for a slot that the caller holds, also during a pause.
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

    /** Rejects new arrivals; waiters that hold a slot keep waiting. */
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
 * The window of one carrier: how many submits may await a response at once. Bulk messages leave a share of it free, so that
 * an OTP finds room however long the backlog. A query takes no slot, so an unanswered query blocks no submit; but only one
 * query runs, and only while messages would have room.
 *
 * @param size slots in total
 * @param otpShare part of them that `messages` never use; one slot is always left to `messages`
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
    /** Slots in use stay in use: a smaller window takes effect as they are released. */
    resize(newSize: number, newOtpShare: number): void {
      limit = toLimits(newSize, newOtpShare);
    },
  };
}

type Window = ReturnType<typeof createWindow>;

/** Tokens that may be saved up in Redis, and that all workers together may lease in advance, in seconds of the rate. */
const burstSeconds = 0.05;
const leaseSeconds = 0.025;

/** Leased tokens expire after this time, in milliseconds: saved up, they would be used as a burst. */
const lifeMs = 50;

/** Minimum delay between two requests that get fewer tokens than they ask for, in milliseconds. */
const minWaitMs = 5;

/** How often Redis is tried while it is down, in milliseconds. */
const probeMs = 250;

/** Longer than any answer of Redis takes. The answer itself wakes the waiting callers. */
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
 * The licensed rate of a carrier. This worker leases tokens of it from Redis: one at first, then twice as many each time it
 * uses them up in time. While Redis is down, each worker takes an equal part of the rate.
 */
export function createLeasedBucket(options: Options): TokenBucket {
  const { key, take, workers, onOutage, now = () => performance.now() } = options;
  let perSecond = options.perSecond;
  let tokens = 0;
  let validUntil = 0;
  let size = 1;
  let isAsking = false;
  const askAgainAt: Record<Claimant, number> = { otp: 0, messages: 0, query: 0 };
  /** In use while Redis is down. */
  let local: { bucket: TokenBucket; share: number } | null = null;
  let probeAt = 0;
  let wake: () => void = () => undefined;

  const burst = () => Math.max(1, perSecond * burstSeconds);
  const mostLeased = () => Math.max(1, Math.ceil((perSecond * leaseSeconds) / workers()));
  /** Tokens to leave in Redis, so that an OTP of any worker gets one at once. */
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
        // With jitter: of workers that ask at the same time, not always the same one gets all tokens.
        if (granted < want)
          askAgainAt[lane] = at + Math.max(minWaitMs, waitMs) * (0.5 + Math.random());
      })
      .catch(goLocal)
      .then(() => {
        isAsking = false;
        wake();
      });
  }

  /** Empty at first, because the tokens that were just leased count too. */
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
      // Asks before the tokens run out, so that a backlog hardly waits for Redis.
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
