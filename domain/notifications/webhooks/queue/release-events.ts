import { query } from '#platform/db.ts';

const release = `
  UPDATE webhook_queue SET worker_id = NULL WHERE event_id = ANY ($1) AND worker_id = $2`;

/** Gives reserved events back, which have not been posted. */
export async function releaseEvents(ids: string[], workerId: string): Promise<void> {
  if (ids.length > 0) await query('release-webhook-events', release, [ids, workerId]);
}

/** Reads the whole queue. */
const releaseLost = `
  UPDATE webhook_queue SET worker_id = NULL WHERE worker_id = ANY ($1) RETURNING event_id`;

/**
 * Gives other workers what lost ones had reserved. It may have been posted: then it is posted again, with the same id.
 *
 * @param lost the workers without a heartbeat
 * @returns how many events
 */
export async function releaseEventsOf(lost: string[]): Promise<number> {
  return (await query('release-lost-webhook-events', releaseLost, [lost])).length;
}
