import { findFinalStates } from '#domain/messaging/messages/find-messages.ts';
import { insertEmail } from '#domain/notifications/email/insert-email.ts';
import { keyedHash } from '#platform/crypto.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query, storedNow, type Transaction, transaction } from '#platform/db.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { backgroundWork } from '#platform/shutdown.ts';
import { countOtpEmail } from '../otp-metrics.ts';
import { otpSettings } from '../settings.ts';
import { toMailbox } from './contract.ts';

/** The maximum number of attempts per run, because a run of the reconciler must be short. */
const maxRows = 500;

/**
 * Finds started attempts that are followed by a waiting attempt, in the order in which the waiting attempts become due. If
 * the waiting attempt is already due, `due` finds it instead.
 */
const begun = `
  SELECT before.id, before.message_id AS "messageId", coalesce(e.state = 'failed', false) AS "isEmailFailed"
  FROM otp_send_attempts AS next
  JOIN otp_send_attempts AS before
    ON before.otp_id = next.otp_id AND before.round = next.round AND before.position = next.position - 1
  LEFT JOIN emails AS e ON e.id = before.email_id
  WHERE next.state = 'waiting' AND next.due_at > now() AND before.state = 'started'
  ORDER BY next.due_at LIMIT ${maxRows}`;

const due = `
  SELECT id FROM otp_send_attempts WHERE state = 'waiting' AND due_at <= ${storedNow} ORDER BY due_at LIMIT ${maxRows}`;

type Begun = { id: string; messageId: string | null; isEmailFailed: boolean };

/**
 * Marks attempts as failed, and makes the attempts of the next channel due immediately. Only the newest call for a code is
 * affected, because attempts of earlier calls are no longer waiting.
 */
const statement = `
  WITH failed AS (
    UPDATE otp_send_attempts SET state = 'failed'
    WHERE (message_id = ANY ($1) OR id = ANY ($2)) AND state = 'started'
    RETURNING otp_id, round, position
  )
  UPDATE otp_send_attempts AS next SET due_at = now() FROM failed
  WHERE next.otp_id = failed.otp_id AND next.round = failed.round AND next.position = failed.position + 1
    AND next.state = 'waiting'
  RETURNING next.id`;

type Waiting = {
  id: string;
  email: string;
  userId: string;
  livemode: boolean;
  isDue: boolean;
  /** Whether the code can still be verified, and its account may send. */
  isOpen: boolean;
};

/** Locks the waiting attempts of a code, in order, so that only one worker handles them at a time. */
const lockWaiting = `
  SELECT a.id, a.email, o.user_id AS "userId", o.livemode, coalesce(a.due_at <= ${storedNow}, false) AS "isDue",
    o.state = 'pending' AND o.expires_at > now()
      AND NOT EXISTS (SELECT FROM account_suspensions AS s WHERE s.user_id = o.user_id) AS "isOpen"
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
 * Starts a send attempt that is due. The same transaction inserts its email, so that the email is inserted exactly once
 * even if this worker is lost. An attempt of a test key starts without an email. If the code can no longer be verified, or
 * its account is suspended, all its waiting attempts are skipped. If a limit of emails is reached, the attempt fails and the next one starts.
 *
 * @returns whether this call started or ended the attempt
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

/**
 * The maximum number of emails with codes to one mailbox, per hour and per day. One account may send a quarter of the total, as
 * with messages (docs/decisions/029), so that one account cannot use up the limit of all accounts.
 */
const maxPerMailbox = { ofAccount: { hour: 5, day: 10 }, ofAll: { hour: 20, day: 40 } };

const hour = 3_600;
const day = 24 * hour;

const createMailboxLimiter = (name: string, points: number, seconds: number) =>
  createRateLimiter(`otp-emails-${name}`, { points, seconds });

const limits = {
  account: createRateLimiter('otp-emails-account', {
    points: () => otpSettings.OTP_EMAIL_ACCOUNT_PER_HOUR,
    seconds: hour,
  }),
  ofAccountHour: createMailboxLimiter('own-hour', maxPerMailbox.ofAccount.hour, hour),
  ofAccountDay: createMailboxLimiter('own-day', maxPerMailbox.ofAccount.day, day),
  hour: createMailboxLimiter('hour', maxPerMailbox.ofAll.hour, hour),
  day: createMailboxLimiter('day', maxPerMailbox.ofAll.day, day),
};

/**
 * Counts an email with a code towards the limits of its account and mailbox. Such emails are free, and their recipients need no
 * account here. So these limits alone prevent an account from flooding a mailbox and from damaging the reputation of the
 * installation's sender address.
 *
 * @returns a function that refunds the limits, to be called if the email is not sent after all; null if a limit is reached
 */
async function consumeEmailLimits(userId: string, email: string): Promise<(() => void) | null> {
  const mailbox = keyedHash('otp-emails', toMailbox(email)).toString('base64url');
  const shares = [
    { limit: limits.account, key: userId },
    { limit: limits.ofAccountHour, key: `${userId}:${mailbox}` },
    { limit: limits.ofAccountDay, key: `${userId}:${mailbox}` },
    { limit: limits.hour, key: mailbox },
    { limit: limits.day, key: mailbox },
  ];
  const states = await Promise.all(shares.map(({ limit, key }) => limit.consume(key)));
  const refund = () => {
    for (const { limit, key } of shares) limit.refund(key);
  };
  if (states.every(({ allowed }) => allowed)) return refund;
  refund();
  return null;
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

/** Marks send attempts as failed, and starts the next channels of their codes. @returns how many channels it started */
export async function failSendAttempts({
  messageIds = [],
  attemptIds = [],
}: {
  messageIds?: string[];
  attemptIds?: string[];
}): Promise<number> {
  const values = [messageIds, attemptIds];
  const next = await query<{ id: string }>('fail-send-attempts', statement, values);
  let started = 0;
  // Starts the attempts one after the other, because each takes a transaction, and messages need the connections too.
  for (const { id } of next) if (await startSendAttempt(id)) started += 1;
  return started;
}

const inBackground = backgroundWork('next channels of codes');

/**
 * Starts the next channels of codes whose messages did not reach a phone. Messages without a send attempt are ignored, at the
 * cost of an index lookup each. Runs in the background; if it fails, the reconciler starts the channels.
 */
export function reportUnreached(messageIds: string[]): void {
  if (messageIds.length === 0) return;
  inBackground(
    failSendAttempts({ messageIds }).catch((error) =>
      logger.warn(
        { error },
        'could not start the next channels of codes; the reconciler will retry',
      ),
    ),
  );
}

/**
 * Starts the channels that are due. Also starts a channel whose previous channel has failed, if the failed channel was an
 * email, or if the worker that recorded the failure was lost before it started the next channel.
 *
 * @returns how many channels it started
 */
export async function advanceSendAttempts(): Promise<number> {
  const waitedFor = await query<Begun>('begun-sends', begun, []);
  const ended = await findFinalStates(waitedFor.flatMap(({ messageId }) => messageId ?? []));
  const hasFailed = ({ messageId, isEmailFailed }: Begun) => {
    const state = messageId === null ? undefined : ended.get(messageId)?.state;
    return isEmailFailed || (state !== undefined && state !== 'delivered');
  };
  const failed = waitedFor.filter(hasFailed).map(({ id }) => id);
  let advanced = failed.length > 0 ? await failSendAttempts({ attemptIds: failed }) : 0;
  const rows = await query<{ id: string }>('due-sends', due, []);
  // Starts the attempts one after the other, because each takes a transaction, and messages need the connections too.
  for (const { id } of rows) if (await startOrLog(id)) advanced += 1;
  return advanced;
}

/** Catches errors, so that one attempt does not block the other attempts. */
async function startOrLog(id: string): Promise<boolean> {
  try {
    return await startSendAttempt(id);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    logger.error({ error, sendAttemptId: id }, 'a channel of a code could not be started');
    return false;
  }
}
