import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import type { Notification } from './contract.ts';

/** Longer than any try takes: 10 s on the wire, and the database before and after it. */
const leaseMs = 60_000;

/** Whoever moves the row from queued to sending has it; everybody else finds nothing to move. */
const statement = `
  UPDATE notifications SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, user_id AS "userId", channel, kind, about, attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Takes a queued notification for this worker. @returns null if there is none to take */
export async function claimNotification(id: string): Promise<Notification | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [claimed] = await query<Notification>('claim-notification', statement, [id, leaseUntil]);
  return claimed ?? null;
}
