import { enqueueDueReconciles } from '#domain/billing/payments/enqueue-due-reconciles.server.ts';
import { purgePaymentEvents } from '#domain/billing/payments/purge-payment-events.server.ts';
import {
  enqueueRenewalReminders,
  expireSubscriptions,
} from '#domain/billing/subscriptions/ending-subscriptions.server.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/enqueue-usage-emails.server.ts';
import { purgeExpiredTokens } from '#domain/identity/accounts/account-tokens.server.ts';
import { purgeEmailChanges } from '#domain/identity/accounts/email-change/pending-email-change.server.ts';
import { purgeUnusedDevices } from '#domain/identity/accounts/record-device.server.ts';
import { clearSignUpPlaces } from '#domain/identity/accounts/sign-up-place.server.ts';
import { purgeReplacedSecrets } from '#domain/identity/api-keys/purge-replaced-secrets.server.ts';
import { notifyOfLeaks } from '#domain/identity/api-keys/report-leak.server.ts';
import { purgeExpiredSessions } from '#domain/identity/sessions/manage-sessions.server.ts';
import {
  purgeExports,
  requeueExports,
} from '#domain/messaging/account-data/export/reconcile-exports.server.ts';
import { purgeAccounts } from '#domain/messaging/account-data/purge/purge-accounts.server.ts';
import { purgeRecords } from '#domain/messaging/account-data/purge/purge-records.server.ts';
import { purgeCarrierMinutes } from '#domain/messaging/delivery/health/carrier-counts.server.ts';
import { purgeUnread } from '#domain/messaging/delivery/receipts/unread-pdus.server.ts';
import { cancelOfClosedAccounts } from '#domain/messaging/delivery/reconcile/cancel-of-closed-accounts.server.ts';
import { expireMessages } from '#domain/messaging/delivery/reconcile/expire-messages.server.ts';
import { giveUpTestReceipts } from '#domain/messaging/delivery/reconcile/give-up-test-receipts.server.ts';
import { markAbandonedMessagesUnknown } from '#domain/messaging/delivery/reconcile/mark-abandoned-unknown.server.ts';
import {
  matchLongWaiting,
  matchPendingReceipts,
  purgeReceipts,
} from '#domain/messaging/delivery/reconcile/match-pending-receipts.server.ts';
import { releaseLostReservations } from '#domain/messaging/delivery/reconcile/release-lost-reservations.server.ts';
import { wakeAccounts } from '#domain/messaging/delivery/reconcile/wake-accounts.server.ts';
import { enqueueDriftEmails } from '#domain/messaging/dlt/drift/enqueue-drift-emails.server.ts';
import { purgeDrift } from '#domain/messaging/dlt/drift/list-drift.server.ts';
import {
  expireImports,
  requeueImports,
} from '#domain/messaging/dlt/import/reconcile-imports.server.ts';
import { dropMonths } from '#domain/messaging/months/drop-months.server.ts';
import { makeMonths } from '#domain/messaging/months/make-months.server.ts';
import { purgeMessagesByAccount } from '#domain/messaging/months/purge-by-account.server.ts';
import { liftRecoveredThrottles } from '#domain/messaging/otp/abuse/lift-recovered-throttles.server.ts';
import { throttleAbusedKeys } from '#domain/messaging/otp/abuse/throttle-abused-keys.server.ts';
import { advanceSendAttempts } from '#domain/messaging/otp/channels/advance-send-attempts.server.ts';
import {
  endOtpsOfClosedAccounts,
  expireOtps,
  purgeOtps,
} from '#domain/messaging/otp/otp-retention.server.ts';
import { purgeTexts } from '#domain/messaging/privacy/purge-texts.server.ts';
import {
  deleteOldErasures,
  purgeErased,
  requeueErasures,
} from '#domain/messaging/privacy/reconcile-erasures.server.ts';
import { purgeTextViews } from '#domain/messaging/privacy/views/text-views.server.ts';
import { purgeRequestLog } from '#domain/messaging/request-log/request-log.server.ts';
import {
  purgeOldStats,
  rollUpDailyStats,
} from '#domain/messaging/stats/maintain-daily-stats.server.ts';
import {
  deleteOldNotifications,
  requeueNotifications,
} from '#domain/notifications/channels/reconcile-notifications.server.ts';
import {
  purgeSentEmails,
  requeueStuckEmails,
} from '#domain/notifications/email/reconcile-emails.server.ts';
import {
  endFullListeners,
  purgeListenerEvents,
} from '#domain/notifications/webhooks/listening/end-listeners.server.ts';
import { requeueRecoveries } from '#domain/notifications/webhooks/log/run-recovery.server.ts';
import {
  discardEvents,
  failOverdueEvents,
  purgeEvents,
  trimBacklogs,
} from '#domain/notifications/webhooks/queue/give-up-events.server.ts';
import { wakeWaitingEndpoints } from '#domain/notifications/webhooks/queue/wake-endpoints.server.ts';
import { purgeIdempotencyKeys } from '#domain/shared/idempotency/saved-response.server.ts';
import type { JobResult, ReconcilePayload } from './jobs.ts';
import { runTasks, type Tasks } from './run-tasks.ts';

/** Urgent tasks: rows whose job is missing, or whose deadline has passed. The names are those of the log line. */
const recoveryTasks: Tasks = {
  expiredMessages: expireMessages,
  cancelledMessages: cancelOfClosedAccounts,
  endedOtps: endOtpsOfClosedAccounts,
  releasedMessages: releaseLostReservations,
  wokenOtpAccounts: () => wakeAccounts('otp'),
  wokenAccounts: () => wakeAccounts('messages'),
  wokenTestAccounts: () => wakeAccounts('test'),
  abandonedMessages: markAbandonedMessagesUnknown,
  matchedReceipts: matchPendingReceipts,
  expiredOtps: () => expireOtps(),
  advancedSendAttempts: advanceSendAttempts,
  notifiedLeaks: notifyOfLeaks,
  requeuedEmails: requeueStuckEmails,
  requeuedNotifications: requeueNotifications,
  requeuedImports: requeueImports,
  requeuedExports: requeueExports,
  requeuedErasures: requeueErasures,
  wokenEndpoints: wakeWaitingEndpoints,
  requeuedRecoveries: requeueRecoveries,
  endedListeners: endFullListeners,
  enqueuedOrders: enqueueDueReconciles,
  async rolledUpStats() {
    await rollUpDailyStats();
    // There are always some increments, which is not worth logging.
    return 0;
  },
};

/** Slow tasks: they scan more rows, and a delay of a minute goes unnoticed. */
const maintenanceTasks: Tasks = {
  overdueEvents: failOverdueEvents,
  trimmedEvents: () => trimBacklogs(),
  discardedEvents: discardEvents,
  purgedEvents: purgeEvents,
  purgedListenerEvents: purgeListenerEvents,
  madeMonths: makeMonths,
  droppedMonths: dropMonths,
  purgedMessages: purgeMessagesByAccount,
  purgedTexts: purgeTexts,
  purgedErased: purgeErased,
  deletedErasures: deleteOldErasures,
  purgedTextViews: purgeTextViews,
  matchedOldReceipts: matchLongWaiting,
  purgedReceipts: purgeReceipts,
  purgedUnreadPdus: purgeUnread,
  givenUpTestReceipts: giveUpTestReceipts,
  startedThrottles: throttleAbusedKeys,
  liftedThrottles: liftRecoveredThrottles,
  usageEmails: enqueueUsageEmails,
  renewalReminders: enqueueRenewalReminders,
  driftEmails: enqueueDriftEmails,
  expiredSubscriptions: expireSubscriptions,
  expiredImports: expireImports,
  purgedIdempotencyKeys: purgeIdempotencyKeys,
  purgedOtps: purgeOtps,
  purgedEmails: purgeSentEmails,
  purgedNotifications: deleteOldNotifications,
  purgedPaymentEvents: purgePaymentEvents,
  purgedTokens: purgeExpiredTokens,
  clearedSignUpPlaces: clearSignUpPlaces,
  purgedReplacedSecrets: purgeReplacedSecrets,
  purgedDevices: purgeUnusedDevices,
  purgedEmailChanges: purgeEmailChanges,
  purgedSessions: purgeExpiredSessions,
  purgedFailedRequests: purgeRequestLog,
  purgedStats: purgeOldStats,
  purgedCarrierMinutes: purgeCarrierMinutes,
  purgedDrift: purgeDrift,
  purgedExports: purgeExports,
  purgedAccounts: purgeAccounts,
  purgedRecords: purgeRecords,
};

/** Runs every task that is due; a failing one does not stop the others. */
export async function reconcile({ due }: ReconcilePayload): Promise<JobResult> {
  await runTasks(due === 'often' ? recoveryTasks : maintenanceTasks);
  return undefined;
}
