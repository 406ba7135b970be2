import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';

/** Precision of `last_used_at`, in milliseconds: a key in use costs one write a minute. */
const precisionMs = 60_000;

/**
 * Most cached keys; when full, the cache is cleared, and the statement below still limits the
 * writes.
 */
const maxCachedKeys = 10_000;

/** When this process last recorded each key, by `performance.now()`. */
const lastRecordedAt = new Map<string, number>();

const statement = `
  UPDATE credentials SET last_used_at = $2
  WHERE key_id = ANY($1) AND (last_used_at IS NULL OR last_used_at <= $3)`;

const write = createBatch(
  async (keyIds: string[]) => {
    const now = clock.now();
    const before = new Date(now.getTime() - precisionMs);
    await query('record-key-use', statement, [keyIds.toSorted(), now, before]);
    return keyIds;
  },
  { max: 500 },
);

/**
 * Records that an API key was used, at most once a minute over all processes. Runs in the
 * background: a call does not fail because its time is missing.
 *
 * @param keyId the API ID
 */
export function recordKeyUse(keyId: string): void {
  const now = performance.now();
  const last = lastRecordedAt.get(keyId);
  if (last !== undefined && now - last < precisionMs) return;
  if (lastRecordedAt.size >= maxCachedKeys) lastRecordedAt.clear();
  lastRecordedAt.set(keyId, now);
  write(keyId).catch((error) => logger.warn({ error }, 'could not record API key use'));
}
