import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

const payload = z.object({ exportId: z.string() });

/** Writes the next portions of an export. */
export const runExportJob: JobContract<z.output<typeof payload>> = {
  queue: 'exports',
  name: 'run-account-export',
  payload,
  jobId: ({ exportId }) => exportId,
};
