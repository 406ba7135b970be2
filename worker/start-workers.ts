import type { Worker } from 'bullmq';
import { reconcileOrderJob } from '#domain/billing/payments/jobs.ts';
import type { Carrier } from '#domain/messaging/delivery/carriers/contract.ts';
import { deliverySettings } from '#domain/messaging/delivery/settings.server.ts';
import { deliverMessageJob, deliverOtpJob } from '#domain/messaging/messages/jobs.ts';
import { expireOtpJob } from '#domain/messaging/otp/jobs.ts';
import { sendNotificationJob } from '#domain/notifications/channels/jobs.ts';
import { slackSlots } from '#domain/notifications/channels/slack/slots.ts';
import { sendEmailJob } from '#domain/notifications/email/jobs.ts';
import type { QueueName } from '#platform/queue.server.ts';
import { createJobWorker } from './create-job-worker.ts';
import { deliverHandler } from './handlers/deliver.ts';
import { expireOtp } from './handlers/expire-otp.ts';
import { reconcile } from './handlers/reconcile.ts';
import { reconcileOrder } from './handlers/reconcile-order.ts';
import { sendEmailHandler } from './handlers/send-email.ts';
import { sendNotification } from './handlers/send-notification.ts';
import { reconcileJob } from './schedules.ts';
import { workerSettings } from './settings.ts';

/** Starts a worker for each queue in `WORKER_QUEUES`. */
export function startWorkers(carriers: readonly Carrier[], stopping: AbortSignal): Worker[] {
  // Four times the window: while some submits await their response, other messages are claimed,
  // recorded and matched in batches.
  const window = deliverySettings.carriers.reduce((sum, carrier) => sum + carrier.window, 0);
  const start: Record<QueueName, () => Worker> = {
    otp: () =>
      createJobWorker({
        contract: deliverOtpJob,
        concurrency: window * 4,
        handle: deliverHandler('otp', carriers, stopping),
      }),
    messages: () =>
      createJobWorker({
        contract: deliverMessageJob,
        concurrency: window * 4,
        handle: deliverHandler('messages', carriers, stopping),
      }),
    'otp-expiry': () =>
      createJobWorker({ contract: expireOtpJob, concurrency: 10, handle: expireOtp }),
    // As many as the mailer has connections.
    mail: () =>
      createJobWorker({ contract: sendEmailJob, concurrency: 5, handle: sendEmailHandler }),
    // Slack uses at most its slots of these, so that slow user-defined servers leave the rest to
    // SMS.
    notifications: () =>
      createJobWorker({
        contract: sendNotificationJob,
        concurrency: slackSlots.inAll + 10,
        handle: sendNotification,
      }),
    payments: () =>
      createJobWorker({ contract: reconcileOrderJob, concurrency: 5, handle: reconcileOrder }),
    // Concurrency 2: a slow maintenance run must not block the recovery run.
    schedules: () => createJobWorker({ contract: reconcileJob, concurrency: 2, handle: reconcile }),
  };
  return workerSettings.WORKER_QUEUES.map((name) => start[name]());
}
