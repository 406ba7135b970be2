import type { SubmitOutcome } from './carriers/contract.ts';

/** What to do with a message whose submit failed. */
export type RetryDecision =
  | { kind: 'retry'; retryInMs: number; counted: boolean }
  | { kind: 'give-up' }
  /** The message may have been sent, so it is never sent again automatically. */
  | { kind: 'unknown' };

/** Maximum number of attempts for errors that a retry rarely fixes (`limited_retry`). */
const maxLimitedRetries = 3;

/** Delay after the first temporary error, and the maximum, in milliseconds. */
const firstRetryDelayMs = 2_000;
const maxRetryDelayMs = 300_000;

/**
 * Decides what to do with a message after a failed submit. Throttling and a lost bind are problems of the connection, not of
 * the message, so they do not count as attempts. After these problems, retries continue until the message's validity ends.
 *
 * @param attempts counted attempts before this one
 * @param random 0 to 1, for jitter, so that messages that were rejected together are not retried together
 */
export function classifyFailure(
  outcome: Exclude<SubmitOutcome, { kind: 'accepted' }>,
  attempts: number,
  random: number,
): RetryDecision {
  if (outcome.kind === 'unanswered') return { kind: 'unknown' };
  if (outcome.kind === 'not_sent') return shortRetry(random);
  switch (outcome.refusal) {
    case 'throttled':
    case 'bind_lost':
      return shortRetry(random);
    case 'temporary': {
      const delayMs = Math.min(maxRetryDelayMs, firstRetryDelayMs * 2 ** attempts);
      return { kind: 'retry', retryInMs: withJitter(delayMs, random), counted: true };
    }
    case 'limited_retry':
      if (attempts + 1 >= maxLimitedRetries) return { kind: 'give-up' };
      return { kind: 'retry', retryInMs: withJitter(firstRetryDelayMs * 2, random), counted: true };
    case 'other_carrier':
    case 'permanent':
      return { kind: 'give-up' };
  }
}

const shortRetry = (random: number): RetryDecision => ({
  kind: 'retry',
  retryInMs: withJitter(1_500, random),
  counted: false,
});

/**
 * Retries of messages that a carrier accepted but an operator rejected because the operator could not complete its own
 * DLT check. Such a failure lasts for minutes. `attempts` includes the first attempt; `firstDelaySeconds` is the delay
 * before the second attempt. Each further delay is `growth` times as long.
 */
export const scrubbingRetry = { attempts: 3, firstDelaySeconds: 60, growth: 4 } as const;

/**
 * Retries of promotional messages that an operator rejects as sent at the wrong hour, although the allowed hours have begun by
 * our clock. The delays are the same as for `scrubbingRetry`, up to this maximum, until the message's validity ends.
 */
export const hourRetry = { maxDelaySeconds: 3_600 } as const;

/** Multiplies the delay by a factor from 0.5 to 1.5. */
const withJitter = (delayMs: number, random: number) => Math.round(delayMs * (0.5 + random));
