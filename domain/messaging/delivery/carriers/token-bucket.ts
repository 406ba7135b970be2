import type { Lane } from './contract.ts';

/** After a cut, the rate is back at its full height after so long at most. */
const recoveryMs = 30_000;

/** Tokens that messages leave for codes: as many as are likely to come at once. */
const tokensReservedForOtp = 3;

/**
 * Submits per second to one carrier, as a token bucket.
 *
 * It holds a tenth of a second's worth: enough to make up for a timer that fires late, too little
 * for a burst that a carrier which counts per second would refuse. Messages never empty it: a
 * code takes its token at once, however long the backlog.
 *
 * @param perSecond what the carrier's licence allows
 * @param now milliseconds on a clock that never goes back
 */
export function createTokenBucket(perSecond: number, now = () => performance.now()) {
  const capacity = Math.max(1, perSecond / 10);
  const kept = { otp: 0, messages: Math.min(tokensReservedForOtp, Math.floor(capacity / 2)) };
  const lowest = Math.max(1, perSecond / 16);
  let current = perSecond;
  let tokens = capacity;
  let filledAt = now();

  function fill(): void {
    const at = now();
    const elapsed = at - filledAt;
    filledAt = at;
    tokens = Math.min(capacity, tokens + (elapsed / 1000) * current);
    current = Math.min(perSecond, current + (elapsed / recoveryMs) * perSecond);
  }

  return {
    /** Takes a token if there is one for this lane. */
    take(lane: Lane): boolean {
      fill();
      if (tokens < 1 + kept[lane]) return false;
      tokens -= 1;
      return true;
    },
    /** Milliseconds until there is a token for this lane. */
    waitMs(lane: Lane): number {
      fill();
      const missing = 1 + kept[lane] - tokens;
      return missing <= 0 ? 0 : Math.ceil((missing / current) * 1000);
    },
    /** The carrier says that this is too fast: go on at half the rate, and recover slowly. */
    cut(): void {
      fill();
      current = Math.max(lowest, current / 2);
    },
  };
}

export type TokenBucket = ReturnType<typeof createTokenBucket>;
