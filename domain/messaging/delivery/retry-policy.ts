import type { SubmitOutcome } from './carriers/contract.ts';

/** What is to be done with a message whose submit did not succeed. */
export type RetryDecision =
  | { kind: 'again'; afterMs: number; counted: boolean }
  | { kind: 'give-up' }
  /** It may have been sent: never sent again by itself. */
  | { kind: 'unknown' };

/** Tries of a refusal that seldom passes. */
const maxLimitedRetries = 3;

/** The gap after the first temporary refusal, and the longest, in milliseconds. */
const firstRetryDelayMs = 2_000;
const maxRetryDelayMs = 300_000;

/**
 * Decides by the outcome of a submit. Throttling and a lost bind are the line's trouble and not
 * the message's, so they do not count as tries; the message's validity ends them.
 *
 * @param attempts tries that counted, before this one
 * @param random 0 to 1: spreads the gaps, so that messages refused together do not return together
 */
export function classifyFailure(
  outcome: Exclude<SubmitOutcome, { kind: 'accepted' }>,
  attempts: number,
  random: number,
): RetryDecision {
  if (outcome.kind === 'unanswered') return { kind: 'unknown' };
  if (outcome.kind === 'not_sent') return soon(random);
  switch (outcome.refusal) {
    case 'throttled':
    case 'bind_lost':
      return soon(random);
    case 'temporary': {
      const gap = Math.min(maxRetryDelayMs, firstRetryDelayMs * 2 ** attempts);
      return { kind: 'again', afterMs: withJitter(gap, random), counted: true };
    }
    case 'limited_retry':
      if (attempts + 1 >= maxLimitedRetries) return { kind: 'give-up' };
      return { kind: 'again', afterMs: withJitter(firstRetryDelayMs * 2, random), counted: true };
    case 'permanent':
      return { kind: 'give-up' };
  }
}

const soon = (random: number): RetryDecision => ({
  kind: 'again',
  afterMs: withJitter(1_500, random),
  counted: false,
});

/** Between half of the gap and one and a half. */
const withJitter = (gap: number, random: number) => Math.round(gap * (0.5 + random));
