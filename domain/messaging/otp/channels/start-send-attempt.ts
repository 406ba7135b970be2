import { insertEmail } from '#domain/notifications/email/insert-email.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { countOtpEmail } from '../otp-metrics.ts';
import { consumeEmailLimits } from './consume-email-limits.ts';

type Waiting = {
  id: string;
  email: string;
  userId: string;
  livemode: boolean;
  isDue: boolean;
  /** Whether the code can still be entered. */
  isOpen: boolean;
};

/** What waits of the code that an attempt belongs to, in its order. Only one worker at a time has it. */
const lockWaiting = `
  SELECT a.id, a.email, o.user_id AS "userId", o.livemode, coalesce(a.due_at <= now(), false) AS "isDue",
    o.state = 'pending' AND o.expires_at > now() AS "isOpen"
  FROM otp_send_attempts AS a JOIN otps AS o ON o.id = a.otp_id
  WHERE a.state = 'waiting' AND a.otp_id = (SELECT otp_id FROM otp_send_attempts WHERE id = $1)
  ORDER BY a.otp_id, a.position FOR UPDATE OF a`;

const skip = `UPDATE otp_send_attempts SET state = 'skipped' WHERE id = ANY ($1)`;

const begin = `
  WITH begun AS (UPDATE otp_send_attempts SET state = 'started', started_at = now(), email_id = $2 WHERE id = $1)
  UPDATE otp_send_attempts SET due_at = now() + after_seconds * interval '1 second' WHERE id = $3`;

const fail = `
  WITH failed AS (UPDATE otp_send_attempts SET state = 'failed', reason = $2 WHERE id = $1)
  UPDATE otp_send_attempts SET due_at = now() WHERE id = $3`;

const limitReason = 'too many emails with codes to this address, or from this account';

/**
 * Starts a send attempt that is due: its email is enqueued in the same transaction, so that it is sent even if this worker
 * is lost, and by no other worker besides. A code of a test key is not emailed: its attempt begins, and nothing leaves. If the code cannot be entered any more, all that waits of it is skipped; if too
 * many emails were sent, the attempt fails and the next one starts.
 *
 * @returns whether this call has started or ended it
 */
export function startSendAttempt(id: string): Promise<boolean> {
  const refunds: (() => void)[] = [];
  const start = async (tx: Transaction): Promise<boolean> => {
    const waiting = await query<Waiting>('lock-waiting-sends', lockWaiting, [id], tx);
    const [first] = waiting;
    if (!first) return false;
    if (!first.isOpen) {
      await query('skip-sends', skip, [waiting.map((one) => one.id)], tx);
      return true;
    }
    if (first.id !== id || !first.isDue) return false;
    await beginOrFail(waiting, refunds, tx);
    return true;
  };
  return transaction(start).catch((error) => {
    for (const refund of refunds) refund();
    throw error;
  });
}

async function beginOrFail(
  [first, ...later]: Waiting[],
  refunds: (() => void)[],
  tx: Transaction,
): Promise<void> {
  if (!first) return;
  const next = later[0]?.id ?? null;
  if (!first.livemode) {
    await query('begin-send', begin, [first.id, null, next], tx);
    return;
  }
  const refund = await consumeEmailLimits(first.userId, first.email);
  if (!refund) {
    await query('fail-send', fail, [first.id, limitReason, next], tx);
    tx.afterCommit(() => countOtpEmail('limited'));
    return beginOrFail(later, refunds, tx);
  }
  refunds.push(refund);
  const emailId = await insertEmail('otp_code', first.email, tx, first.id);
  await query('begin-send', begin, [first.id, emailId, next], tx);
  tx.afterCommit(() => countOtpEmail('started'));
}
