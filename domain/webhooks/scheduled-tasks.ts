import type { ScheduledTasks } from '#platform/job-contract.ts';
import { purgeCallbacks } from './callbacks/message-callbacks.ts';
import { endFullListeners, purgeListenerEvents } from './listening/manage-listener.ts';
import { requeueRecoveries } from './log/run-recovery.ts';
import { wakeWaitingEndpoints } from './outbox/add-subject-events-sql.ts';
import {
  discardEvents,
  failOverdueEvents,
  purgeEvents,
  trimBacklogs,
} from './queue/give-up-events.ts';

export const webhooksTasks: ScheduledTasks = {
  often: {
    wokenEndpoints: wakeWaitingEndpoints,
    requeuedRecoveries: requeueRecoveries,
    endedListeners: endFullListeners,
  },
  rarely: {
    overdueEvents: failOverdueEvents,
    trimmedEvents: () => trimBacklogs(),
    discardedEvents: discardEvents,
    purgedEvents: purgeEvents,
    purgedListenerEvents: purgeListenerEvents,
    purgedCallbacks: purgeCallbacks,
  },
};
