import { enqueueDueReconciles } from '#domain/billing/payments/enqueue-due-reconciles.ts';
import { purgePaymentEvents } from '#domain/billing/payments/purge-payment-events.ts';
import {
  enqueueRenewalReminders,
  expireSubscriptions,
} from '#domain/billing/subscriptions/ending-subscriptions.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/enqueue-usage-emails.ts';
import { purgeExpiredTokens } from '#domain/identity/accounts/account-tokens.ts';
import { purgeEmailChanges } from '#domain/identity/accounts/email-change/pending-email-change.ts';
import { purgeUnusedDevices } from '#domain/identity/accounts/record-device.ts';
import { clearSignUpPlaces } from '#domain/identity/accounts/sign-up-place.ts';
import { purgeReplacedSecrets } from '#domain/identity/api-keys/purge-replaced-secrets.ts';
import { notifyOfLeaks } from '#domain/identity/api-keys/report-leak.ts';
import { purgeExpiredSessions } from '#domain/identity/sessions/manage-sessions.ts';
import {
  purgeExports,
  requeueExports,
} from '#domain/messaging/account-data/export/reconcile-exports.ts';
import { purgeAccounts } from '#domain/messaging/account-data/purge/purge-accounts.ts';
import { purgeRecords } from '#domain/messaging/account-data/purge/purge-records.ts';
import { purgeCarrierMinutes } from '#domain/messaging/delivery/health/carrier-counts.ts';
import { purgeUnread } from '#domain/messaging/delivery/receipts/unread-pdus.ts';
import { cancelOfClosedAccounts } from '#domain/messaging/delivery/reconcile/cancel-of-closed-accounts.ts';
import { expireMessages } from '#domain/messaging/delivery/reconcile/expire-messages.ts';
import { giveUpTestReceipts } from '#domain/messaging/delivery/reconcile/give-up-test-receipts.ts';
import { markAbandonedMessagesUnknown } from '#domain/messaging/delivery/reconcile/mark-abandoned-unknown.ts';
import {
  matchLongWaiting,
  matchPendingReceipts,
  purgeReceipts,
} from '#domain/messaging/delivery/reconcile/match-pending-receipts.ts';
import { releaseLostReservations } from '#domain/messaging/delivery/reconcile/release-lost-reservations.ts';
import { wakeAccounts } from '#domain/messaging/delivery/reconcile/wake-accounts.ts';
import { enqueueDriftEmails } from '#domain/messaging/dlt/drift/enqueue-drift-emails.ts';
import { purgeDrift } from '#domain/messaging/dlt/drift/list-drift.ts';
import { expireImports, requeueImports } from '#domain/messaging/dlt/import/reconcile-imports.ts';
import { dropMonths } from '#domain/messaging/months/drop-months.ts';
import { makeMonths } from '#domain/messaging/months/make-months.ts';
import { purgeMessagesByAccount } from '#domain/messaging/months/purge-by-account.ts';
import { liftRecoveredThrottles } from '#domain/messaging/otp/abuse/lift-recovered-throttles.ts';
import { throttleAbusedKeys } from '#domain/messaging/otp/abuse/throttle-abused-keys.ts';
import { advanceSendAttempts } from '#domain/messaging/otp/channels/advance-send-attempts.ts';
import {
  endOtpsOfClosedAccounts,
  expireOtps,
  purgeOtps,
} from '#domain/messaging/otp/otp-retention.ts';
import { purgeTexts } from '#domain/messaging/privacy/purge-texts.ts';
import {
  deleteOldErasures,
  purgeErased,
  requeueErasures,
} from '#domain/messaging/privacy/reconcile-erasures.ts';
import { purgeTextViews } from '#domain/messaging/privacy/views/text-views.ts';
import { purgeRequestLog } from '#domain/messaging/request-log/request-log.ts';
import { purgeOldStats, rollUpDailyStats } from '#domain/messaging/stats/maintain-daily-stats.ts';
import {
  deleteOldNotifications,
  requeueNotifications,
} from '#domain/notifications/channels/reconcile-notifications.ts';
import {
  purgeSentEmails,
  requeueStuckEmails,
} from '#domain/notifications/email/reconcile-emails.ts';
import {
  endFullListeners,
  purgeListenerEvents,
} from '#domain/notifications/webhooks/listening/end-listeners.ts';
import { requeueRecoveries } from '#domain/notifications/webhooks/log/run-recovery.ts';
import {
  discardEvents,
  failOverdueEvents,
  purgeEvents,
  trimBacklogs,
} from '#domain/notifications/webhooks/queue/give-up-events.ts';
import { wakeWaitingEndpoints } from '#domain/notifications/webhooks/queue/wake-endpoints.ts';
import { purgeIdempotencyKeys } from '#domain/shared/idempotency/saved-response.ts';
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
