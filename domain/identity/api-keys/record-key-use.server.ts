import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';

/** How exact `last_used_at` is: a key in use costs one write a minute. */
const everyMs = 60_000;

/** Keys remembered; when full, all are dropped, and the statement below decides. */
const most = 10_000;

/** When this process last noted a key, by `performance.now()`. */
const lastRecordedAt = new Map<string, number>();

const statement = `
  UPDATE credentials SET last_used_at = $2
  WHERE key_id = ANY($1) AND (last_used_at IS NULL OR last_used_at <= $3)`;

const write = createBatch(
  async (keyIds: string[]) => {
    const now = clock.now();
    const before = new Date(now.getTime() - everyMs);
    await query('note-use', statement, [keyIds.toSorted(), now, before]);
    return keyIds;
  },
  { max: 500 },
);

/**
 * Notes that an API key was used: once a minute, over all processes. Nobody waits for it; that the
 * time is missing is no reason to refuse a call.
 *
 * @param keyId the API ID
 */
export function recordKeyUse(keyId: string): void {
  const now = performance.now();
  const last = lastRecordedAt.get(keyId);
  if (last !== undefined && now - last < everyMs) return;
  if (lastRecordedAt.size >= most) lastRecordedAt.clear();
  lastRecordedAt.set(keyId, now);
  write(keyId).catch((error) => logger.warn({ error }, 'could not record API key use'));
}
