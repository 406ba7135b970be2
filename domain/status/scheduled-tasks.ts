import type { ScheduledTasks } from '#platform/job-contract.ts';
import { purgeServiceMinutes } from './count-services.ts';
import { advanceMaintenances } from './manage-incidents.ts';
import { measureComponents, purgeStatusDays } from './measure-components.ts';

/** The tasks that the workers repeat for this group. */
export const statusTasks: ScheduledTasks = {
  often: {},
  rarely: {
    advancedMaintenances: advanceMaintenances,
    measuredComponents: measureComponents,
    purgedServiceMinutes: purgeServiceMinutes,
    purgedStatusDays: purgeStatusDays,
  },
};
