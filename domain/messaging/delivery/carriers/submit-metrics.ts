import { counter, histogram } from '#platform/metrics/instruments.ts';
import type { SubmitOutcome } from './contract.ts';

const submits = counter<'carrier' | 'outcome'>({
  name: 'dakiya_submits_total',
  help: 'Segments submitted to a carrier, by outcome.',
  labelNames: ['carrier', 'outcome'],
});

const responseSeconds = histogram<'carrier'>({
  name: 'dakiya_submit_seconds',
  help: 'From the submit to the carrier’s answer, in seconds.',
  labelNames: ['carrier'],
});

const outcomes = [
  'accepted',
  'throttled',
  'temporary',
  'limited_retry',
  'bind_lost',
  'other_carrier',
  'permanent',
  'unanswered',
  'not_sent',
];

/** Creates the submit counters of a carrier, starting every outcome at 0. */
export function submitMetricsFor(carrier: string) {
  for (const outcome of outcomes) submits.inc({ carrier, outcome }, 0);
  return {
    /** @param began `performance.now()` when it was submitted */
    count(outcome: SubmitOutcome, began: number, segments: number): void {
      const answered = outcome.kind === 'accepted' || outcome.kind === 'refused';
      if (answered) responseSeconds.observe({ carrier }, (performance.now() - began) / 1_000);
      const name = outcome.kind === 'refused' ? outcome.refusal : outcome.kind;
      submits.inc({ carrier, outcome: name }, segments);
    },
  };
}
