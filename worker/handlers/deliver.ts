import type { Carrier, Lane } from '#domain/messaging/delivery/carriers/contract.ts';
import { deliverMessage } from '#domain/messaging/delivery/deliver-message.server.ts';
import type { JobResult } from '../create-job-worker.ts';

/** Hands the message that a job names to a carrier. */
export function deliverHandler(lane: Lane, carriers: readonly Carrier[], stopping: AbortSignal) {
  return async ({ messageId }: { messageId: string }): Promise<JobResult> => {
    const delivery = await deliverMessage(messageId, lane, carriers, stopping);
    if (delivery.kind === 'done') return undefined;
    // A worker that ends gives its jobs back at once, for another to take.
    return { againMs: stopping.aborted ? 0 : delivery.afterMs };
  };
}
