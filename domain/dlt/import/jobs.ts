import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

/** `step` gives the job of a confirmed import another id than that of its dry run, which may not be removed yet. */
const payload = z.object({ importId: z.string(), step: z.enum(['check', 'register']) });

/** Reads an import's file, and checks or registers its templates. */
export const runImportJob = defineJob({
  queue: 'imports',
  name: 'run-dlt-import',
  payload,
  jobId: ({ importId, step }) => `${importId}-${step}`,
});
