import { counter, histogram } from '#platform/metrics/instruments.server.ts';

const jobs = counter<'queue' | 'result'>({
  name: 'dakiya_jobs_total',
  help: 'Jobs worked on: done, to be done again later, or failed and dropped.',
  labelNames: ['queue', 'result'],
});

const took = histogram<'queue'>({
  name: 'dakiya_job_seconds',
  help: 'How long a job was worked on, in seconds, the wait for a slot included.',
  labelNames: ['queue'],
});

type Result = 'done' | 'again' | 'failed';

/** Counts the jobs of a queue, from zero for each result. */
export function jobMetricsFor(queue: string) {
  for (const result of ['done', 'again', 'failed']) jobs.inc({ queue, result }, 0);
  return {
    /** @param began `performance.now()` when the job was begun */
    count(result: Result, began: number): void {
      jobs.inc({ queue, result });
      took.observe({ queue }, (performance.now() - began) / 1_000);
    },
  };
}
