import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import type { Erasure } from './contract.ts';
import { erasureColumns } from './erasures.ts';
import { eraseRecipientJob } from './jobs.ts';
import { afterAll, findNewest } from './messages-of-recipient.ts';
import { pseudonymOf } from './pseudonym-of.ts';
import { retainedUntil } from './retained-until.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ers: 'erasures';
  }
}

/** Each takes workers a few statements, and a row for 400 days. */
const maxPerHour = 300;

const perHour = createRateLimiter('erasures', { points: maxPerHour, seconds: 3_600 });

/** How long after the request its job counts as lost, in seconds. */
const graceSeconds = 10;

/**
 * One row for a number that is not done yet: a second request makes it begin again, with the messages that were sent
 * meanwhile.
 */
const insert = `
  INSERT INTO erasures AS e (id, user_id, recipient, pseudonym, requested_by, until_id, retained_until, requested_at, due_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now() + interval '${graceSeconds} seconds')
  ON CONFLICT (user_id, recipient) DO UPDATE SET
    until_id = greatest(e.until_id, excluded.until_id), retained_until = greatest(e.retained_until, excluded.retained_until),
    requested_by = excluded.requested_by, state = 'running', cursor = '', open = 0, total = NULL, due_at = excluded.due_at
  RETURNING ${erasureColumns}`;

/**
 * Begins to erase a recipient: what the account has stored of the messages that it has sent to a number until now. Workers
 * do it in portions. Messages that are still on their way are delivered, and erased when their outcome is known.
 *
 * @param recipient in E.164
 * @param requestedBy the API ID or the session
 * @throws DomainError `rate_limited`
 */
export async function requestErasure(
  userId: string,
  recipient: string,
  requestedBy: string,
): Promise<Erasure> {
  requireWithinLimit(await perHour.consume(userId), {
    message: `An account can have ${maxPerHour} numbers erased in an hour. Please wait.`,
  });
  const newest = await findNewest({ userId, recipient, after: '', until: afterAll });
  // The clock of the web that accepted the newest message may be ahead.
  const until = [minIdAt('msg', databaseClock.now()), newest ?? ''].toSorted().at(-1);
  const [row] = await query<Erasure>('request-erasure', insert, [
    ...[newId('ers'), userId, recipient, pseudonymOf(userId, recipient), requestedBy, until],
    retainedUntil(newest),
  ]);
  const erasure = row as Erasure;
  await enqueue(eraseRecipientJob, [{ erasureId: erasure.id }]);
  return erasure;
}
