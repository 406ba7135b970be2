import type { ScheduledTasks } from '#platform/job-contract.ts';
import { purgeExports, requeueExports } from './account-data/export/stored-exports.ts';
import { purgeAccounts, purgeRecords } from './account-data/purge-accounts.ts';
import { purgeComplaints } from './complaints/complaints.ts';
import { dropMonths, makeMonths } from './months/maintain-months.ts';
import { liftRecoveredThrottles } from './otp/abuse/otp-throttles.ts';
import { throttleAbusedKeys } from './otp/abuse/throttle-abused-keys.ts';
import { advanceSendAttempts } from './otp/channels/advance-send-attempts.ts';
import { endOtpsOfClosedAccounts, expireOtps, purgeOtps } from './otp/otp-retention.ts';
import { purgeMessagesByAccount, purgeTexts } from './privacy/purge-messages.ts';
import { deleteOldErasures, purgeErased, requeueErasures } from './privacy/run-erasure.ts';
import { purgeRequestLog } from './request-log/log-failed-request.ts';
import { purgeCancelled, releaseDue } from './scheduling/release-due.ts';
import { purgeOldStats, rollUpOldHours, rollUpStats } from './stats/add-stats-sql.ts';
import { purgeTextViews } from './text-views/record-text-views.ts';

/** The tasks that the workers repeat for this group. */
export const messagingTasks: ScheduledTasks = {
  often: {
    releasedScheduled: releaseDue,
    endedOtps: endOtpsOfClosedAccounts,
    expiredOtps: () => expireOtps(),
    advancedSendAttempts: advanceSendAttempts,
    requeuedExports: requeueExports,
    requeuedErasures: requeueErasures,
    async rolledUpStats() {
      await rollUpStats();
      // Returns 0, so that the run is not logged for the increments alone, which almost every run finds.
      return 0;
    },
  },
  rarely: {
    purgedCancelled: purgeCancelled,
    madeMonths: makeMonths,
    droppedMonths: dropMonths,
    purgedMessages: purgeMessagesByAccount,
    purgedTexts: purgeTexts,
    purgedErased: purgeErased,
    deletedErasures: deleteOldErasures,
    purgedTextViews: purgeTextViews,
    startedThrottles: throttleAbusedKeys,
    liftedThrottles: liftRecoveredThrottles,
    purgedOtps: purgeOtps,
    purgedFailedRequests: purgeRequestLog,
    rolledUpHours: rollUpOldHours,
    purgedStats: purgeOldStats,
    purgedExports: purgeExports,
    purgedAccounts: purgeAccounts,
    purgedRecords: purgeRecords,
    purgedComplaints: purgeComplaints,
  },
};
