import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import type { Notification } from './contract.ts';

/** Longer than any attempt takes: 10 s for the request, plus the database before and after it. */
const leaseMs = 60_000;

/** The conditional update moves the row from `queued` to `sending`, so only one worker gets it. */
const statement = `
  UPDATE notifications SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, user_id AS "userId", channel, kind, about, attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Claims a queued notification for this worker. @returns null if it is not queued any more */
export async function claimNotification(id: string): Promise<Notification | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [claimed] = await query<Notification>('claim-notification', statement, [id, leaseUntil]);
  return claimed ?? null;
}
