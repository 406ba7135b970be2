import { DomainError } from '#domain/shared/errors.browser.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import type { Endpoint } from '../endpoint.ts';

const kibibyte = 1024;

/** A body of at most this size, in bytes, is handled at once: a single message or a small batch. */
export const smallBody = 4 * kibibyte;

/**
 * A body counts as at most this many bytes in these budgets. A larger body also counts against the budget of
 * `plan-body.server.ts`.
 */
const perCaller = 1_024 * kibibyte;

/**
 * Budgets for bodies, in bytes. A body takes about 8 times its size in memory while it is handled, or more if its texts are
 * short. A waiting body takes only its size. Without the budgets, 100 batches of 1 MiB of one account made a web server grow
 * by 800 MiB.
 */
const withinBudget = ofInstance(() =>
  createFairBudget({
    perCaller,
    total: 4 * 1_024 * kibibyte,
    maxWaiting: { perCaller: 4 * 1_024 * kibibyte, total: 128 * 1_024 * kibibyte },
    maxWaitMs: 5_000,
  }),
);

/**
 * Handles a call when its body fits into the budgets of its account and of this web server, so that no account can fill the
 * web server's memory with batches or delay the batches of other accounts.
 *
 * @param caller null for calls without authentication, whose bodies are small
 * @throws DomainError `rate_limited` if bodies of 4 MiB of the account are already waiting, `unavailable` after 5 seconds
 */
export async function withinBodyBudget<T>(
  caller: { userId: string } | null,
  { body, form, maxBody }: Endpoint,
  bytes: number,
  handle: () => Promise<T>,
): Promise<T> {
  // A body that is too large, or not expected, is not parsed.
  if (!caller || !(body || form) || bytes <= smallBody || bytes > maxBody) return handle();
  try {
    return await withinBudget(caller.userId, Math.min(bytes, perCaller), handle);
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    if (error.why === 'late') throw new DomainError('unavailable', { retryAfterSeconds: 1 });
    const message = 'Too many of your large requests are being handled. Send fewer at a time.';
    throw new DomainError('rate_limited', { message, retryAfterSeconds: 1 });
  }
}
