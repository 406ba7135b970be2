import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { smtpTimeoutMs } from '#platform/mailer.server.ts';
import type { EmailKind, EmailRequest } from './contract.ts';

/** A letter that this worker, and no other, is to send. */
export type ClaimedEmail = EmailRequest & {
  id: string;
  kind: EmailKind;
  /** Tries so far, this one included. */
  attempts: number;
  leaseUntil: Date;
};

/** Twice as long as the mail server has: a worker that still works is never taken for dead. */
const leaseMs = 2 * smtpTimeoutMs;

/** Whoever moves the row from queued to sending has it; everybody else finds nothing to move. */
const statement = `
  UPDATE emails SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, kind, email, about, is_last_of_day AS "isLastOfDay", attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Takes a queued letter for this worker. @returns null if there is none to take */
export async function claimEmail(id: string): Promise<ClaimedEmail | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [mail] = await query<ClaimedEmail>('claim-mail', statement, [id, leaseUntil]);
  return mail ?? null;
}
