import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { idleAfterMs } from '../check/check-identities.ts';
import { dltSettings } from '../settings.ts';

/** The precision of `last_used_at` in milliseconds. An hour is enough, because operators count days. */
const precisionMs = 3_600_000;

/**
 * Skips rows that another process is updating. If the header was idle, the version of the registry increases: otherwise
 * processes with a cached registry would continue to warn about the idle header.
 */
const statement = `
  WITH used AS (
    SELECT h.user_id, h.header, coalesce(h.last_used_at, h.decided_at) AS idle_since
    FROM dlt_headers AS h JOIN unnest($1::text[], $2::text[]) AS given(user_id, header) USING (user_id, header)
    WHERE h.last_used_at IS NULL OR h.last_used_at < $4
    FOR NO KEY UPDATE OF h SKIP LOCKED
  ),
  recorded AS (
    UPDATE dlt_headers AS h SET last_used_at = $3 FROM used WHERE h.user_id = used.user_id AND h.header = used.header
  )
  UPDATE dlt_registries SET version = version + 1
  WHERE user_id IN (SELECT user_id FROM used WHERE idle_since < $5)`;

type Use = { userId: string; header: string };

const write = createBatch(
  async (uses: Use[]) => {
    const now = clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await query('record-header-use', statement, [
      uses.map(({ userId }) => userId),
      uses.map(({ header }) => header),
      ...[now, before(precisionMs), before(idleAfterMs)],
    ]);
    return uses.map(() => null);
  },
  { max: 500 },
);

/** When this process last recorded the use of each header, oldest first. */
const recorded = perInstance(() => new Map<string, number>());

const maxRemembered = 20_000;

/**
 * Records that a carrier has accepted a message from a header, at most once an hour. The record is written in the background.
 * If the record is lost, the next message with the header is recorded instead.
 *
 * @param message `entityId` is null for messages under the installation's identity
 */
export function recordHeaderUse(message: {
  userId: string;
  sender: string;
  entityId: string | null;
}): void {
  const owner = message.entityId === null ? dltSettings.DLT_INSTALLATION_ACCOUNT : message.userId;
  if (owner === undefined) return;
  const lastRecordedAt = recorded();
  const key = `${owner} ${message.sender}`;
  const now = clock.now().getTime();
  const last = lastRecordedAt.get(key);
  if (last !== undefined && now - last < precisionMs) return;
  lastRecordedAt.delete(key);
  lastRecordedAt.set(key, now);
  if (lastRecordedAt.size > maxRemembered)
    lastRecordedAt.delete(lastRecordedAt.keys().next().value as string);
  write({ userId: owner, header: message.sender }).catch((error) => {
    lastRecordedAt.delete(key);
    logger.warn({ error, header: message.sender }, 'could not record the use of a header');
  });
}
