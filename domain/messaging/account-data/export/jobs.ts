import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ exportId: z.string() });

/** Writes the next batches of an export. */
export const runExportJob = defineJob({
  queue: 'exports',
  name: 'run-account-export',
  payload,
  jobId: ({ exportId }) => exportId,
});
