import type { ScheduledTasks } from '#platform/job-contract.ts';
import { purgePaymentEvents } from './payments/receive-webhook.ts';
import { enqueueDueReconciles } from './payments/reconcile-order.ts';
import { enqueueRenewalReminders, expireSubscriptions } from './subscriptions/end-subscriptions.ts';
import { enqueueUsageEmails } from './usage/usage-emails.ts';

/** The tasks that the workers repeat for this group. */
export const billingTasks: ScheduledTasks = {
  often: {
    enqueuedOrders: enqueueDueReconciles,
  },
  rarely: {
    usageEmails: enqueueUsageEmails,
    renewalReminders: enqueueRenewalReminders,
    expiredSubscriptions: expireSubscriptions,
    purgedPaymentEvents: purgePaymentEvents,
  },
};
