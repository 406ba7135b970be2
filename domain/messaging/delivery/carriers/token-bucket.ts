import type { Lane } from './contract.ts';

/** After `cut`, the rate is back to its maximum within this time. */
const recoveryMs = 30_000;

/** Tokens that `messages` leave for OTPs: as many as are likely to arrive at once. */
const tokensReservedForOtp = 3;

/** What limits the submits per second to one carrier. */
export type TokenBucket = {
  /** Consumes a token if there is one for this lane. */
  consume(lane: Lane): boolean;
  /** Milliseconds after which a token for this lane may be available. */
  waitMs(lane: Lane): number;
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

  /** Tokens that a lane leaves to others. */
  const reserved = (lane: Lane) =>
    lane === 'otp' ? 0 : Math.min(tokensReservedForOtp, Math.floor(capacity / 2));

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
