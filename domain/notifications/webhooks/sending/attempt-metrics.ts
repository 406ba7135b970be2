import { counter, histogram } from '#platform/metrics/instruments.ts';
import type { AttemptResult } from './post-event.ts';

const attempts = counter<'result'>({
  name: 'dakiya_webhook_attempts_total',
  help: 'Attempts to post an event to an endpoint of a user, by the class of the status, unreachable, or unprepared.',
  labelNames: ['result'],
});
for (const result of ['2xx', '3xx', '4xx', '5xx', 'unreachable', 'other', 'unprepared'])
  attempts.inc({ result }, 0);

const seconds = histogram({
  name: 'dakiya_webhook_attempt_seconds',
  help: 'Duration of an attempt to post an event in seconds.',
});

function classOf(status: number | null): string {
  if (status === null) return 'unreachable';
  return status >= 200 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
}

/** Counts an event that could not be prepared, so that no request was made. */
export const countUnprepared = (): void => attempts.inc({ result: 'unprepared' });

/** Counts an attempt. */
export function countAttempt({ status, durationMs }: AttemptResult): void {
  attempts.inc({ result: classOf(status) });
  seconds.observe(durationMs / 1_000);
}
