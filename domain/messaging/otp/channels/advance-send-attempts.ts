import { findFinalStates } from '#domain/messaging/messages/find-messages.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { failSendAttempts } from './fail-send-attempts.ts';
import { startSendAttempt } from './start-send-attempt.ts';

/** Attempts per statement: a reconciler must end soon. */
const maxRows = 500;

/** Those that are due soonest; what the due ones follow is not looked at, as they start anyway. */
const begun = `
  SELECT before.id, before.message_id AS "messageId", coalesce(e.state = 'failed', false) AS "isEmailFailed"
  FROM otp_send_attempts AS next
  JOIN otp_send_attempts AS before
    ON before.otp_id = next.otp_id AND before.round = next.round AND before.position = next.position - 1
  LEFT JOIN emails AS e ON e.id = before.email_id
  WHERE next.state = 'waiting' AND next.due_at > now() AND before.state = 'started'
  ORDER BY next.due_at LIMIT ${maxRows}`;

const due = `
  SELECT id FROM otp_send_attempts WHERE state = 'waiting' AND due_at <= now() ORDER BY due_at LIMIT ${maxRows}`;

type Begun = { id: string; messageId: string | null; isEmailFailed: boolean };

/**
 * Starts the channels of codes that are due, and those whose predecessor has failed, if the worker that knew of it was
 * lost, or if it was an email.
 *
 * @returns how many
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
  // One after the other: each is a transaction, and messages need the connections.
  for (const { id } of rows) if (await startOrLog(id)) advanced += 1;
  return advanced;
}

/** What is wrong with one keeps no other waiting. */
async function startOrLog(id: string): Promise<boolean> {
  try {
    return await startSendAttempt(id);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    logger.error({ error, sendAttemptId: id }, 'a channel of a code could not be started');
    return false;
  }
}
