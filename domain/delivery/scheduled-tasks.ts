import type { ScheduledTasks } from '#platform/job-contract.ts';
import { enqueueDriftEmails } from './drift/drift-emails.ts';
import { purgeDrift } from './drift/list-drift.ts';
import { purgeCarrierMinutes } from './health/check-health.ts';
import { purgeUnread } from './receipts/unread-pdus.ts';
import {
  cancelCodesOfSuspended,
  cancelOfClosedAccounts,
  expireMessages,
  giveUpTestReceipts,
} from './reconcile/end-waiting-messages.ts';
import {
  matchLongWaiting,
  matchPendingReceipts,
  purgeReceipts,
} from './reconcile/match-pending-receipts.ts';
import {
  markAbandonedMessagesUnknown,
  releaseLostReservations,
} from './reconcile/recover-lost-workers.ts';
import { wakeAccounts } from './reconcile/wake-accounts.ts';
import { purgeDeliveryStats, rollUpDeliveryStats } from './stats/keep-stats.ts';

/** The tasks that the workers repeat for this group. */
export const deliveryTasks: ScheduledTasks = {
  often: {
    expiredMessages: expireMessages,
    cancelledMessages: cancelOfClosedAccounts,
    cancelledCodes: cancelCodesOfSuspended,
    releasedMessages: releaseLostReservations,
    wokenOtpAccounts: () => wakeAccounts('otp'),
    wokenAccounts: () => wakeAccounts('messages'),
    wokenTestAccounts: () => wakeAccounts('test'),
    abandonedMessages: markAbandonedMessagesUnknown,
    matchedReceipts: matchPendingReceipts,
  },
  rarely: {
    matchedOldReceipts: matchLongWaiting,
    purgedReceipts: purgeReceipts,
    purgedUnreadPdus: purgeUnread,
    givenUpTestReceipts: giveUpTestReceipts,
    driftEmails: enqueueDriftEmails,
    purgedCarrierMinutes: purgeCarrierMinutes,
    rolledUpDeliveryStats: rollUpDeliveryStats,
    purgedDeliveryStats: purgeDeliveryStats,
    purgedDrift: purgeDrift,
  },
};
