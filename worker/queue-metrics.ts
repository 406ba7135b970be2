import { countDriftingAccounts } from '#domain/delivery/drift/list-drift.ts';
import { readQueueDepth } from '#domain/delivery/queue/queue-depth.ts';
import { coveredMs } from '#domain/messaging/months/maintain-months.ts';
import { oldestEmailAgeSeconds } from '#domain/notifications/email/reconcile-emails.ts';
import { registerBackupMetrics } from '#domain/shared/backups/backups.ts';
import { readBacklog } from '#domain/webhooks/queue/give-up-events.ts';
import { gauge } from '#platform/metrics/instruments.ts';
import { coalesceCalls } from '#platform/promises.ts';
import { countJobs } from '#platform/queue.ts';
import { queueNames } from './jobs.ts';

/** Maximum age of the values, and timeout of reading them, in milliseconds. */
const limits = { ttlMs: 2_000, timeoutMs: 2_000 };

/** The queues whose jobs only wake a worker up. For these, waiting rows are counted instead of jobs. */
const lanes = ['otp', 'messages', 'test'] as const;
const jobQueues = queueNames.filter(
  (name) => name !== 'webhooks' && !lanes.some((lane) => lane === name),
);

/**
 * Registers the gauges of queue depth and lag, and other gauges that are read from tables. All workers report the same
 * values, so graphs should use the maximum. Message values come from rows, which are correct even if Redis has lost its
 * jobs.
 */
export function registerQueueMetrics(): void {
  const messages = coalesceCalls(readQueueDepth, limits);
  const events = coalesceCalls(readBacklog, limits);
  const counts = coalesceCalls(
    () => Promise.all(jobQueues.map(async (queue) => ({ queue, states: await countJobs(queue) }))),
    limits,
  );
  gauge({
    name: 'dakiya_queue_jobs',
    help: 'Messages or jobs in a queue, by their state. All workers report the same value.',
    aggregator: 'max',
    labelNames: ['queue', 'state'],
    async collect(jobs) {
      const [depth, others, backlog] = await Promise.all([messages(), counts(), events()]);
      jobs.reset();
      const queues = lanes.flatMap((queue) =>
        depth ? [{ queue, states: depth[queue].states }] : [],
      );
      const ofEvents = backlog ? [{ queue: 'webhooks' as const, states: toStates(backlog) }] : [];
      for (const { queue, states } of [...queues, ...ofEvents, ...(others ?? [])]) {
        for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
      }
    },
  });

  registerBackupMetrics();
  const covered = coalesceCalls(coveredMs, limits);
  gauge({
    name: 'dakiya_months_ahead_seconds',
    help: 'Seconds until PostgreSQL has no table for new messages and refuses them. All workers report the same value.',
    aggregator: 'max',
    async collect(ahead) {
      const ms = await covered();
      if (ms === null) ahead.reset();
      else ahead.set(ms / 1_000);
    },
  });

  const drifting = coalesceCalls(countDriftingAccounts, { ...limits, ttlMs: 60_000 });
  gauge({
    name: 'dakiya_dlt_drift_accounts',
    help: 'Accounts for which operators reject a tenth or more of the messages that passed our DLT check. All workers report the same value.',
    aggregator: 'max',
    async collect(accounts) {
      const count = await drifting();
      if (count === null) accounts.reset();
      else accounts.set(count);
    },
  });

  const mailAge = coalesceCalls(oldestEmailAgeSeconds, limits);
  gauge({
    name: 'dakiya_queue_lag_seconds',
    help: 'How many seconds the oldest message or webhook event has been due, or the oldest email has waited for its first attempt. All workers report the same value.',
    aggregator: 'max',
    labelNames: ['queue'],
    async collect(lag) {
      const [depth, mail, backlog] = await Promise.all([messages(), mailAge(), events()]);
      lag.reset();
      if (depth) for (const queue of lanes) lag.set({ queue }, depth[queue].lagSeconds);
      if (backlog) lag.set({ queue: 'webhooks' }, backlog.lagSeconds);
      if (mail !== null) lag.set({ queue: 'mail' }, mail);
    },
  });
}

const toStates = ({ waiting, active, delayed }: Awaited<ReturnType<typeof readBacklog>>) => ({
  waiting,
  active,
  delayed,
});
