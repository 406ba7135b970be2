import type { TakeTokens } from '#platform/shared-rate.ts';
import type { Claimant } from './contract.ts';
import { createTokenBucket, type TokenBucket, tokensToLeave } from './token-bucket.ts';

/** Tokens that may be saved up in Redis, and that all workers together may lease in advance, in seconds of the rate. */
const burstSeconds = 0.05;
const leaseSeconds = 0.025;

/** Leased tokens that were not used by then are void, in milliseconds: saved up, they would come as a burst. */
const lifeMs = 50;

/** Least delay between two requests that get fewer tokens than they ask for, in milliseconds. */
const minWaitMs = 5;

/** How often Redis is tried while it is down, in milliseconds. */
const probeMs = 250;

/** Longer than any answer of Redis takes: until then the answer wakes the callers that wait. */
const answerMs = 1_000;

type Options = {
  /** Of the carrier, for all workers. */
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
 * The licensed rate of a carrier, of which this worker leases tokens from Redis: one at first, twice as many whenever they
 * are used up in time. While Redis is down, it is a fair part of the rate: that of as many workers as there are.
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
  /** Of those in Redis: so an OTP of any worker gets one at once. */
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
        // With jitter, so that of workers that ask at once it is not always the same that gets all.
        if (granted < want)
          askAgainAt[lane] = at + Math.max(minWaitMs, waitMs) * (0.5 + Math.random());
      })
      .catch(goLocal)
      .then(() => {
        isAsking = false;
        wake();
      });
  }

  /** Empty at first: what was leased just now counts. */
  function goLocal(error: unknown): void {
    if (!local) onOutage(error);
    const share = perSecond / workers();
    tokens = 0;
    local = { bucket: createTokenBucket(share, now, 0), share };
    probeAt = now() + probeMs;
  }

  /** The bucket for the time being, with the part for the workers that there are now. */
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
      // In time, so that a backlog hardly waits for Redis.
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
