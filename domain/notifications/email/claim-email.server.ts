import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { smtpTimeoutMs } from '#platform/mailer.server.ts';
import type { EmailKind, EmailRequest } from './contract.ts';

/** An email that this worker has claimed for sending. */
export type ClaimedEmail = EmailRequest & {
  id: string;
  kind: EmailKind;
  /** Attempts so far, this one included. */
  attempts: number;
  leaseUntil: Date;
};

/** Twice the SMTP timeout, so that a running worker never counts as dead. */
const leaseMs = 2 * smtpTimeoutMs;

/** The conditional update moves the row from `queued` to `sending`, so only one worker gets it. */
const statement = `
  UPDATE emails SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, kind, email, about, is_last_of_day AS "isLastOfDay", attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Claims a queued email for this worker. @returns null if it is not queued any more */
export async function claimEmail(id: string): Promise<ClaimedEmail | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [mail] = await query<ClaimedEmail>('claim-email', statement, [id, leaseUntil]);
  return mail ?? null;
}
