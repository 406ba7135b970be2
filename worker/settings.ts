import { z } from 'zod';
import { processCount } from '#platform/processes/process-count.ts';
import { defineSettings } from '#platform/settings.ts';
import { queueNames } from './jobs.ts';

export const workerSettings = defineSettings({
  RECONCILE_INTERVAL_SECONDS: z.coerce.number().positive().default(5),
  WORKER_PROCESSES: processCount,
  /** The queues that this worker reads, separated by commas. */
  WORKER_QUEUES: z
    .string()
    .default(queueNames.join(','))
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(queueNames))),
});
