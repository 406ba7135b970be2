import { reconcileOrderJob } from '#domain/billing/jobs.ts';
import { reconcileOrder } from '#domain/billing/payments/reconcile-order.ts';
import type { CarrierLane, Lane } from '#domain/delivery/carriers/contract.ts';
import { createDispatcher, type Dispatcher } from '#domain/delivery/queue/dispatcher.ts';
import { countWorkers, workerId } from '#domain/delivery/queue/worker-heartbeat.ts';
import type { Routing } from '#domain/delivery/routing/routing.ts';
import { createSimulatedRouting } from '#domain/delivery/simulated-carrier.ts';
import { runImport } from '#domain/dlt/import/run-import.ts';
import { runImportJob } from '#domain/dlt/jobs.ts';
import { secretOfKey } from '#domain/identity/api-keys/user-keys.ts';
import { runExport } from '#domain/messaging/account-data/export/run-export.ts';
import {
  eraseRecipientJob,
  expireOtpJob,
  runExportJob,
  wakeUpJob,
} from '#domain/messaging/jobs.ts';
import { sendSms } from '#domain/messaging/notification-channels/send-sms.ts';
import { expireOtps } from '#domain/messaging/otp/otp-retention.ts';
import { runErasure } from '#domain/messaging/privacy/run-erasure.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data.ts';
import { deliverNotification } from '#domain/notifications/channels/deliver-notification.ts';
import { slackSlots } from '#domain/notifications/channels/slack-protocol.ts';
import { sendEmail } from '#domain/notifications/email/send-email.ts';
import { sendEmailJob, sendNotificationJob } from '#domain/notifications/jobs.ts';
import { postEventsJob, recoverEventsJob } from '#domain/webhooks/jobs.ts';
import { runRecovery } from '#domain/webhooks/log/run-recovery.ts';
import { createWebhookDispatcher } from '#domain/webhooks/queue/dispatcher.ts';
import type { MessageLoad } from '#domain/webhooks/queue/pace.ts';
import { createJobWorker } from './create-job-worker.ts';
import { writeContent } from './emails.ts';
import { type JobResult, type OwnQueue, type QueueName, reconcileJob } from './jobs.ts';
import { reconcile } from './reconcile.ts';
import { workerSettings } from './settings.ts';

/**
 * Starts a worker for each queue in `WORKER_QUEUES`.
 *
 * @param stopping aborts when no new deliveries may start
 */
export function startWorkers(routing: Routing, stopping: AbortSignal) {
  const dispatchers: { name: string; close: () => Promise<void> }[] = [];
  const deliverers: Dispatcher[] = [];
  const runDispatcher = (lane: Lane, dispatcher: Dispatcher): OwnQueue => {
    dispatchers.push(dispatcher);
    return createJobWorker({
      contract: wakeUpJob[lane],
      concurrency: wakeUpsAtOnce,
      handle: async () => undefined,
      onDone: ({ userId }) => dispatcher.wake(userId),
    });
  };
  const deliver = (lane: CarrierLane): OwnQueue => {
    const dispatcher = createDispatcher({ lane, routing, stopping });
    deliverers.push(dispatcher);
    return runDispatcher(lane, dispatcher);
  };
  // The test lane has simulated routing, without the carriers.
  const simulate = (): OwnQueue => {
    const own = createSimulatedRouting();
    return runDispatcher('test', createDispatcher({ lane: 'test', routing: own, stopping }));
  };
  const postEvents = (): OwnQueue => {
    const dispatcher = createWebhookDispatcher({
      ...{ workerId: workerId(), countWorkers, stopping },
      ...{ renderData: renderWebhookData, secretOfKey },
      messageLoad: () => sumLoads(deliverers),
    });
    dispatchers.push(dispatcher);
    return createJobWorker({
      contract: postEventsJob,
      concurrency: wakeUpsAtOnce,
      handle: async () => undefined,
      onDone: dispatcher.wake,
    });
  };
  const start: Record<QueueName, () => OwnQueue> = {
    otp: () => deliver('otp'),
    messages: () => deliver('messages'),
    test: simulate,
    'otp-expiry': () =>
      createJobWorker({
        contract: expireOtpJob,
        concurrency: 10,
        handle: ({ otpId }) => withoutResult(expireOtps(otpId)),
      }),
    // Concurrency 5, because the mailer has five connections.
    mail: () =>
      createJobWorker({
        contract: sendEmailJob,
        concurrency: shareOf(5),
        handle: ({ mailId }) => sendEmail(mailId, writeContent),
      }),
    // At most `slackSlots` of these jobs post to Slack, so that slow servers of users cannot occupy all jobs, and SMS
    // notifications are still sent.
    notifications: () =>
      createJobWorker({
        contract: sendNotificationJob,
        concurrency: slackSlots.inAll + 10,
        handle: (payload) => deliverNotification(payload, { writeContent, sendSms }),
      }),
    // Concurrency 2, because each job starts a process that reads a file of some megabytes.
    imports: () =>
      createJobWorker({
        contract: runImportJob,
        concurrency: shareOf(2),
        handle: ({ importId }) => withoutResult(runImport(importId)),
      }),
    // Each run takes about two seconds; the job then queues behind other exports.
    exports: () =>
      createJobWorker({
        contract: runExportJob,
        concurrency: 1,
        handle: ({ exportId }) => runExport(exportId),
      }),
    // Each run handles one batch; the job then queues behind the others.
    erasures: () =>
      createJobWorker({
        contract: eraseRecipientJob,
        concurrency: 2,
        handle: ({ erasureId }) => runErasure(erasureId),
      }),
    webhooks: postEvents,
    // Each run handles one batch; the job then queues behind the others.
    'webhook-recoveries': () =>
      createJobWorker({
        contract: recoverEventsJob,
        concurrency: 2,
        handle: ({ recoveryId }) => runRecovery(recoveryId),
      }),
    payments: () =>
      createJobWorker({
        contract: reconcileOrderJob,
        concurrency: 5,
        handle: ({ orderId }) => withoutResult(reconcileOrder(orderId)),
      }),
    // Concurrency 2, because a slow run of the rare tasks must not block the frequent ones.
    schedules: () => createJobWorker({ contract: reconcileJob, concurrency: 2, handle: reconcile }),
  };
  const queues = workerSettings.WORKER_QUEUES.map((name) => start[name]());
  return { queues, dispatchers, deliverers };
}

/** Adds up the messages in all lanes that use carriers. */
function sumLoads(deliverers: Dispatcher[]): MessageLoad {
  const loads = deliverers.map(({ load }) => load());
  const sum = (of: keyof MessageLoad) => loads.reduce((total, load) => total + load[of], 0);
  return { waiting: sum('waiting'), submitted: sum('submitted') };
}

/** How many wake-up jobs run at the same time. Each job takes only a round trip to Redis. */
const wakeUpsAtOnce = 20;

/**
 * Returns this process's share of a limit that applies to all processes of this worker together: a limit of memory, or
 * of connections.
 */
const shareOf = (limit: number): number => Math.ceil(limit / workerSettings.WORKER_PROCESSES);

/** Returns the result for a job that never has to run again. */
async function withoutResult(work: Promise<unknown>): Promise<JobResult> {
  await work;
  return undefined;
}
