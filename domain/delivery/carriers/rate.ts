/** After a cut, the rate is back at its full height after so long at most. */
const recoveryMs = 30_000;

/**
 * Submits per second to one carrier, as a token bucket.
 *
 * It holds a tenth of a second's worth: enough to make up for a timer that fires late, too little
 * for a burst that a carrier which counts per second would refuse.
 *
 * @param perSecond what the carrier's licence allows
 * @param now milliseconds on a clock that never goes back
 */
export function createTokenBucket(perSecond: number, now = () => performance.now()) {
  const capacity = Math.max(1, perSecond / 10);
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
    /** Takes a token if there is one. */
    take(): boolean {
      fill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    /** Milliseconds until there is a token. */
    waitMs(): number {
      fill();
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / current) * 1000);
    },
    /** The carrier says that this is too fast: go on at half the rate, and recover slowly. */
    cut(): void {
      fill();
      current = Math.max(lowest, current / 2);
    },
  };
}

export type TokenBucket = ReturnType<typeof createTokenBucket>;
