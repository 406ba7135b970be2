/** Requests at once to one endpoint: at first, and at most once it answers quickly. */
const firstLimit = 2;
export const maxPerEndpoint = 20;

/** An answer that takes longer, in milliseconds, does not let the endpoint have more requests at once. */
export const quickMs = 1_000;

/** What a request has shown of its endpoint. */
type Shown = { isSuccess: boolean; isUnreachable: boolean; durationMs: number };

/**
 * How many requests an endpoint may have at once, and whether it counts as slow: one more with each quick success, half as
 * many after a failure, one after a failure to connect or in time.
 */
export function createEndpointLane() {
  let limit = firstLimit;
  let isSlow = false;
  return {
    get limit(): number {
      return limit;
    },
    /** Slow endpoints have few places of their own, so that they do not take those of others. */
    get isSlow(): boolean {
      return isSlow;
    },
    learn({ isSuccess, isUnreachable, durationMs }: Shown): void {
      isSlow = durationMs > quickMs;
      if (isSuccess && !isSlow) limit = Math.min(maxPerEndpoint, limit + 1);
      else if (isUnreachable) limit = 1;
      else if (!isSuccess) limit = Math.max(1, Math.floor(limit / 2));
    },
  };
}
