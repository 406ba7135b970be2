import { z } from 'zod';
import { queueNames } from '#platform/queue.server.ts';
import { defineSettings } from '#platform/settings.ts';

export const workerSettings = defineSettings({
  RECONCILE_INTERVAL_SECONDS: z.coerce.number().positive().default(5),
  /** The queues that this worker works on. */
  WORKER_QUEUES: z
    .string()
    .default(queueNames.join(','))
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(queueNames))),
});
