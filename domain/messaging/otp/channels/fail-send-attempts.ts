import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { onShutdown } from '#platform/shutdown.ts';
import { startSendAttempt } from './start-send-attempt.ts';

/** The channels that follow are due at once. Those of another call than the newest do not wait any more. */
const statement = `
  WITH failed AS (
    UPDATE otp_send_attempts SET state = 'failed'
    WHERE (message_id = ANY ($1) OR id = ANY ($2)) AND state = 'started'
    RETURNING otp_id, round, position
  )
  UPDATE otp_send_attempts AS next SET due_at = date_trunc('milliseconds', now()) FROM failed
  WHERE next.otp_id = failed.otp_id AND next.round = failed.round AND next.position = failed.position + 1
    AND next.state = 'waiting'
  RETURNING next.id`;

/** Ends send attempts that have failed, and starts the next channels of their codes. @returns how many it started */
export async function failSendAttempts({
  messageIds = [],
  attemptIds = [],
}: {
  messageIds?: string[];
  attemptIds?: string[];
}): Promise<number> {
  const values = [messageIds, attemptIds];
  const next = await query<{ id: string }>('fail-send-attempts', statement, values);
  let started = 0;
  // One after the other: each is a transaction, and messages need the connections.
  for (const { id } of next) if (await startSendAttempt(id)) started += 1;
  return started;
}

/** Shutdown waits for these. */
const beingReported = new Set<Promise<unknown>>();
onShutdown('next channels of codes', () => Promise.all(beingReported));

/**
 * Starts the next channels of codes whose messages have reached nobody; messages of others are ignored, for an index
 * lookup each. Nothing waits for it: what is lost here, the reconciler finds.
 */
export function reportUnreached(messageIds: string[]): void {
  if (messageIds.length === 0) return;
  const reporting = failSendAttempts({ messageIds })
    .catch((error) => logger.warn({ error }, 'next channels of codes are left to the reconciler'))
    .finally(() => beingReported.delete(reporting));
  beingReported.add(reporting);
}
