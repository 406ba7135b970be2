import { auditTasks } from '#domain/audit/scheduled-tasks.ts';
import { billingTasks } from '#domain/billing/scheduled-tasks.ts';
import { deliveryTasks } from '#domain/delivery/scheduled-tasks.ts';
import { dltTasks } from '#domain/dlt/scheduled-tasks.ts';
import { identityTasks } from '#domain/identity/scheduled-tasks.ts';
import { messagingTasks } from '#domain/messaging/scheduled-tasks.ts';
import { notificationsTasks } from '#domain/notifications/scheduled-tasks.ts';
import { purgeIdempotencyKeys } from '#domain/shared/idempotency/saved-response.ts';
import { purgeProcesses } from '#domain/shared/processes/processes.ts';
import { statusTasks } from '#domain/status/scheduled-tasks.ts';
import { webhooksTasks } from '#domain/webhooks/scheduled-tasks.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import type { Tasks } from '#platform/job-contract.ts';
import { logger } from '#platform/logger.ts';
import type { JobResult, ReconcilePayload } from './jobs.ts';

/**
 * Runs tasks one after the other. A failing task is logged and does not stop the others.
 *
 * @throws the last error of an unavailable database, after all tasks have run, so that the job is retried
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

/** The tasks of each group. Those for messages come first. */
const groups = [
  deliveryTasks,
  messagingTasks,
  webhooksTasks,
  notificationsTasks,
  dltTasks,
  billingTasks,
  identityTasks,
  auditTasks,
  statusTasks,
  {
    often: {},
    rarely: { purgedIdempotencyKeys: purgeIdempotencyKeys, purgedProcesses: purgeProcesses },
  },
];

/** Runs every task that is due. A failing task does not stop the others. */
export async function reconcile({ due }: ReconcilePayload): Promise<JobResult> {
  await runTasks(Object.assign({}, ...groups.map((tasks) => tasks[due])));
  return undefined;
}
