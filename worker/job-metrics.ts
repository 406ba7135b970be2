import { counter, histogram } from '#platform/metrics/instruments.server.ts';

const jobs = counter<'queue' | 'result'>({
  name: 'dakiya_jobs_total',
  help: 'Jobs run, by result: done, again (delayed), or failed (dropped).',
  labelNames: ['queue', 'result'],
});

const jobSeconds = histogram<'queue'>({
  name: 'dakiya_job_seconds',
  help: 'Duration of a job in seconds, including the wait for a slot.',
  labelNames: ['queue'],
});

type Result = 'done' | 'again' | 'failed';

/** Creates the job metrics of a queue, starting every result at 0. */
export function jobMetricsFor(queue: string) {
  for (const result of ['done', 'again', 'failed']) jobs.inc({ queue, result }, 0);
  return {
    /** @param began `performance.now()` at the start of the job */
    count(result: Result, began: number): void {
      jobs.inc({ queue, result });
      jobSeconds.observe({ queue }, (performance.now() - began) / 1_000);
    },
  };
}
