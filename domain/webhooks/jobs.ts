import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const endpoint = z.object({ endpointId: z.string(), userId: z.string() });

export type EndpointToWake = z.output<typeof endpoint>;

/** Wakes a worker up for an endpoint with events. */
export const postEventsJob = defineJob({
  queue: 'webhooks',
  name: 'post-events',
  payload: endpoint,
  jobId: ({ endpointId }) => endpointId,
});

const recovery = z.object({ recoveryId: z.string() });

/** Replays a batch of the failed events in a recovery's time span. The job repeats until no failed event is left. */
export const recoverEventsJob = defineJob({
  queue: 'webhook-recoveries',
  name: 'recover-events',
  payload: recovery,
  jobId: ({ recoveryId }) => recoveryId,
});
