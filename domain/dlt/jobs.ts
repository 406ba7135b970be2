import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

/**
 * `step` is part of the job id, because the queue may still contain the finished job of the dry run when the account confirms
 * the import.
 */
const payload = z.object({ importId: z.string(), step: z.enum(['check', 'register']) });

/** Reads an import's file, and checks or registers its templates. */
export const runImportJob = defineJob({
  queue: 'imports',
  name: 'run-dlt-import',
  payload,
  jobId: ({ importId, step }) => `${importId}-${step}`,
});
