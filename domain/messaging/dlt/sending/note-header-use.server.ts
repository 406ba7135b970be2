import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import type { CompiledRegistry } from '../check/compile-registry.ts';

/** Precision of `last_used_at`, in milliseconds: operators count days. */
const precisionMs = 3_600_000;

const statement = `
  UPDATE dlt_headers AS h SET last_used_at = $3
  FROM unnest($1::text[], $2::text[]) AS used(user_id, header)
  WHERE h.user_id = used.user_id AND h.header = used.header
    AND (h.last_used_at IS NULL OR h.last_used_at < $4)`;

const write = createBatch(
  async (used: { userId: string; header: string }[]) => {
    const now = clock.now();
    const before = new Date(now.getTime() - precisionMs);
    // In one order, so that two processes that note the same headers do not wait for each other in a ring.
    const sorted = used.toSorted((a, b) => (a.userId + a.header < b.userId + b.header ? -1 : 1));
    const values = [sorted.map((one) => one.userId), sorted.map((one) => one.header), now, before];
    await query('note-header-use', statement, values);
    return used.map(() => null);
  },
  { max: 500 },
);

/**
 * Notes that a message was sent with a header, at most once an hour, in the registry at hand and in the table. Runs in the
 * background: a message is not refused because its time is missing.
 */
export function noteHeaderUse(userId: string, registry: CompiledRegistry, header: string): void {
  const known = registry.headers.get(header);
  const now = clock.now();
  if (!known || (known.lastUsedAt && now.getTime() - known.lastUsedAt.getTime() < precisionMs)) {
    return;
  }
  known.lastUsedAt = now;
  write({ userId, header }).catch((error) =>
    logger.warn({ error, header }, 'could not note the use of a header'),
  );
}
