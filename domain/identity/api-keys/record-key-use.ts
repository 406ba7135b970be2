import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
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

type Use = { keyId: string; address: string };

const statement = `
  UPDATE credentials SET last_used_at = $3, last_used_from = nullif(used.address, '')
  FROM unnest($1::text[], $2::text[]) AS used(key_id, address)
  WHERE credentials.key_id = used.key_id AND (last_used_at IS NULL OR last_used_at <= $4)`;

const write = createBatch(
  async (uses: Use[]) => {
    const now = clock.now();
    const before = new Date(now.getTime() - precisionMs);
    const sorted = uses.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
    const [keyIds, addresses] = [
      sorted.map(({ keyId }) => keyId),
      sorted.map(({ address }) => address),
    ];
    await query('record-key-use', statement, [keyIds, addresses, now, before]);
    return uses;
  },
  { max: 500 },
);

/**
 * Records that an API key was used, at most once a minute over all processes. Runs in the
 * background: a call does not fail because its time is missing.
 *
 * @param keyId the API ID
 * @param address the exact client address; empty if unknown
 */
export function recordKeyUse(keyId: string, address: string): void {
  const now = performance.now();
  const last = lastRecordedAt.get(keyId);
  if (last !== undefined && now - last < precisionMs) return;
  if (lastRecordedAt.size >= maxCachedKeys) lastRecordedAt.clear();
  lastRecordedAt.set(keyId, now);
  write({ keyId, address }).catch((error) =>
    logger.warn({ error }, 'could not record API key use'),
  );
}
