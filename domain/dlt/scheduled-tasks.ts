import type { ScheduledTasks } from '#platform/job-contract.ts';
import { expireImports, requeueImports } from './import/run-import.ts';

/** The tasks that the workers repeat for this group. */
export const dltTasks: ScheduledTasks = {
  often: {
    requeuedImports: requeueImports,
  },
  rarely: {
    expiredImports: expireImports,
  },
};
