import type { Claimant } from './contract.ts';

/** After `cut`, the rate is back to its maximum within this time. */
const recoveryMs = 30_000;

/** Tokens that `messages` leave for OTPs: as many as are likely to arrive at once. */
const tokensReservedForOtp = 3;

/**
 * Tokens that a claimant leaves to others. Queries leave half of what is saved up: where a backlog takes tokens as they
 * come, there are never that many.
 *
 * @param capacity tokens that are saved up at most
 */
export function tokensToLeave(claimant: Claimant, capacity: number): number {
  const half = Math.floor(capacity / 2);
  if (claimant === 'otp') return 0;
  return claimant === 'query' ? half : Math.min(tokensReservedForOtp, half);
}

/** What limits the submits per second to one carrier. */
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
 * Limits the submits per second to one carrier, as a token bucket. It holds tokens for a tenth of a
 * second: enough to make up for a late timer, too few for a burst that a carrier with a per-second
 * limit would reject. Messages never empty it: an OTP gets its token at once, however long the
 * backlog.
 *
 * @param licensed submits per second, the rate that the carrier allows
 * @param now a monotonic clock in milliseconds
 * @param initial tokens at the beginning, if not as many as it holds
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
