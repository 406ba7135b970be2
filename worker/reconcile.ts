import { purgePaymentEvents } from '#domain/billing/payments/receive-webhook.ts';
import { enqueueDueReconciles } from '#domain/billing/payments/reconcile-order.ts';
import {
  enqueueRenewalReminders,
  expireSubscriptions,
} from '#domain/billing/subscriptions/end-subscriptions.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/usage-emails.ts';
import { enqueueDriftEmails } from '#domain/delivery/drift/drift-emails.ts';
import { purgeDrift } from '#domain/delivery/drift/list-drift.ts';
import { purgeCarrierMinutes } from '#domain/delivery/health/check-health.ts';
import { purgeUnread } from '#domain/delivery/receipts/unread-pdus.ts';
import {
  cancelOfClosedAccounts,
  expireMessages,
} from '#domain/delivery/reconcile/end-waiting-messages.ts';
import { giveUpTestReceipts } from '#domain/delivery/reconcile/give-up-test-receipts.ts';
import {
  matchLongWaiting,
  matchPendingReceipts,
  purgeReceipts,
} from '#domain/delivery/reconcile/match-pending-receipts.ts';
import {
  markAbandonedMessagesUnknown,
  releaseLostReservations,
} from '#domain/delivery/reconcile/recover-lost-workers.ts';
import { wakeAccounts } from '#domain/delivery/reconcile/wake-accounts.ts';
import { expireImports, requeueImports } from '#domain/dlt/import/reconcile-imports.ts';
import { purgeExpiredTokens } from '#domain/identity/accounts/account-tokens.ts';
import { purgeEmailChanges } from '#domain/identity/accounts/email-change/request-email-change.ts';
import { purgeUnusedDevices } from '#domain/identity/accounts/record-device.ts';
import { clearSignUpPlaces } from '#domain/identity/accounts/sign-up.ts';
import { notifyOfLeaks } from '#domain/identity/api-keys/report-leak.ts';
import { purgeReplacedSecrets } from '#domain/identity/api-keys/roll-key.ts';
import { purgeExpiredSessions } from '#domain/identity/sessions/manage-sessions.ts';
import {
  purgeExports,
  requeueExports,
} from '#domain/messaging/account-data/export/reconcile-exports.ts';
import { purgeAccounts, purgeRecords } from '#domain/messaging/account-data/purge-accounts.ts';
import { dropMonths, makeMonths } from '#domain/messaging/months/maintain-months.ts';
import { purgeMessagesByAccount } from '#domain/messaging/months/purge-by-account.ts';
import { liftRecoveredThrottles } from '#domain/messaging/otp/abuse/otp-throttles.ts';
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
} from '#domain/messaging/privacy/run-erasure.ts';
import { purgeRequestLog } from '#domain/messaging/request-log/log-failed-request.ts';
import { purgeOldStats, rollUpDailyStats } from '#domain/messaging/stats/add-stats-sql.ts';
import { purgeTextViews } from '#domain/messaging/text-views/record-text-views.ts';
import {
  deleteOldNotifications,
  requeueNotifications,
} from '#domain/notifications/channels/reconcile-notifications.ts';
import {
  purgeSentEmails,
  requeueStuckEmails,
} from '#domain/notifications/email/reconcile-emails.ts';
import { purgeIdempotencyKeys } from '#domain/shared/idempotency/saved-response.ts';
import {
  endFullListeners,
  purgeListenerEvents,
} from '#domain/webhooks/listening/manage-listener.ts';
import { requeueRecoveries } from '#domain/webhooks/log/run-recovery.ts';
import { wakeWaitingEndpoints } from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import {
  discardEvents,
  failOverdueEvents,
  purgeEvents,
  trimBacklogs,
} from '#domain/webhooks/queue/give-up-events.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import type { JobResult, ReconcilePayload } from './jobs.ts';

/** Tasks by name. Each returns how many rows it handled. */
type Tasks = Record<string, () => Promise<number>>;

/**
 * Runs tasks one after the other. A failing task is logged and does not stop the others.
 *
 * @throws the last error of an unavailable database, after all tasks ran, so that they are retried
 */
export async function runTasks(tasks: Tasks): Promise<void> {
  const counts: Record<string, number> = {};
  let unavailable: unknown;
  for (const [name, task] of Object.entries(tasks)) {
    try {
      counts[name] = await task();
    } catch (error) {
      if (isDatabaseUnavailable(error)) unavailable = error;
      else logger.error({ error, task: name }, 'reconcile task failed');
    }
  }
  if (Object.values(counts).some((count) => count > 0)) logger.info(counts, 'reconcile finished');
  if (unavailable) throw unavailable;
}

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
