import type { Carrier, Lane } from '#domain/messaging/delivery/carriers/contract.ts';
import { deliverMessage } from '#domain/messaging/delivery/deliver-message.server.ts';
import type { JobResult } from '../create-job-worker.ts';

/** Delivers the message of a job to a carrier. */
export function deliverHandler(lane: Lane, carriers: readonly Carrier[], stopping: AbortSignal) {
  return async ({ messageId }: { messageId: string }): Promise<JobResult> => {
    const result = await deliverMessage(messageId, lane, carriers, stopping);
    if (result.kind === 'done') return undefined;
    // At shutdown the job is released at once, for another worker.
    return { againMs: stopping.aborted ? 0 : result.afterMs };
  };
}
