import type { SubmitOutcome } from './carriers/contract.ts';

/** What is to be done with a message whose submit did not succeed. */
export type Verdict =
  | { kind: 'again'; afterMs: number; counted: boolean }
  | { kind: 'give-up' }
  /** It may have been sent: never sent again by itself. */
  | { kind: 'unknown' };

/** Tries of a refusal that seldom passes. */
const briefTries = 3;

/** The gap after the first temporary refusal, and the longest, in milliseconds. */
const firstGap = 2_000;
const longestGap = 300_000;

/**
 * Decides by the outcome of a submit. Throttling and a lost bind are the line's trouble and not
 * the message's, so they do not count as tries; the message's validity ends them.
 *
 * @param attempts tries that counted, before this one
 * @param random 0 to 1: spreads the gaps, so that messages refused together do not return together
 */
export function judge(
  outcome: Exclude<SubmitOutcome, { kind: 'accepted' }>,
  attempts: number,
  random: number,
): Verdict {
  if (outcome.kind === 'unanswered') return { kind: 'unknown' };
  if (outcome.kind === 'unwritten') return soon(random);
  switch (outcome.refusal) {
    case 'throttled':
    case 'session':
      return soon(random);
    case 'temporary': {
      const gap = Math.min(longestGap, firstGap * 2 ** attempts);
      return { kind: 'again', afterMs: spread(gap, random), counted: true };
    }
    case 'brief':
      if (attempts + 1 >= briefTries) return { kind: 'give-up' };
      return { kind: 'again', afterMs: spread(firstGap * 2, random), counted: true };
    case 'permanent':
      return { kind: 'give-up' };
  }
}

const soon = (random: number): Verdict => ({
  kind: 'again',
  afterMs: spread(1_500, random),
  counted: false,
});

/** Between half of the gap and one and a half. */
const spread = (gap: number, random: number) => Math.round(gap * (0.5 + random));
