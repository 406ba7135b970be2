import { DomainError } from '#domain/shared/errors.browser.ts';
import { createTimeAllowance } from '#platform/time-allowance.ts';

/**
 * Limits how long checks of one account's messages may hold the event loop: two seconds at once, a quarter of the time in
 * the long run. A message usually takes some hundredths of a millisecond, and 5 ms if thousands of templates are made to
 * cost as much as possible.
 *
 * @returns counts time, in milliseconds; gives the error of an account that has used up its own
 */
export function createCheckAllowance() {
  const allowance = createTimeAllowance({ burstMs: 2_000, share: 0.25 });
  return (userId: string, ms: number): DomainError | null => {
    const waitMs = allowance.spend(userId, ms);
    if (waitMs === 0) return null;
    const message =
      'Your messages take long to check. Send fewer at a time, or send the template_id of each.';
    return new DomainError('rate_limited', {
      message,
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    });
  };
}
