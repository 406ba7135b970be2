import { query, type SqlClient } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Channel, SendAttempt } from './contract.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    snd: 'otp_send_attempts';
  }
}

/** The channels of a call. The SMS of the call is accepted in the same transaction. */
export type SendWorkflow = {
  channels: Channel[];
  /** How many times the code was sent before this call. */
  round: number;
  sentAt: Date;
};

const replace = `
  UPDATE otp_send_attempts SET state = 'skipped' WHERE id IN (
    SELECT id FROM otp_send_attempts WHERE otp_id = ANY ($1) AND state = 'waiting'
    ORDER BY otp_id, position FOR UPDATE)`;

/**
 * Inserts the attempts of a call. The SMS is already started. Only the first email has a due time. Each further email gets a
 * due time when the previous email starts.
 */
const insert = `
  INSERT INTO otp_send_attempts
    (id, otp_id, round, position, channel, email, after_seconds, message_id, state, due_at, started_at)
  SELECT id, otp_id, round, position, channel, email, after_seconds, message_id, state, due_at, started_at
  FROM json_to_recordset($1::json) AS s(
    id text, otp_id text, round smallint, position smallint, channel otp_channel, email text, after_seconds smallint,
    message_id text, state otp_send_state, due_at timestamptz, started_at timestamptz)`;

type Written = { otp: { id: string }; message: { id: string }; workflow: SendWorkflow | undefined };

/**
 * Inserts the send attempts of calls that name channels, and skips the waiting attempts of earlier calls for the same
 * codes.
 */
export async function writeSendAttempts(list: Written[], tx: SqlClient): Promise<void> {
  const rows = list.flatMap(({ otp, message, workflow }) =>
    workflow ? toRows(otp.id, message.id, workflow) : [],
  );
  if (rows.length === 0) return;
  const resent = rows.filter(({ round }) => round > 0).map(({ otp_id }) => otp_id);
  if (resent.length > 0) await query('replace-send-attempts', replace, [resent], tx);
  await query('write-send-attempts', insert, [JSON.stringify(rows)], tx);
}

function toRows(otpId: string, messageId: string, { channels, round, sentAt }: SendWorkflow) {
  return channels.map(({ channel, email, afterSeconds }, position) => ({
    ...{ id: newId('snd', sentAt.getTime()), otp_id: otpId, round, position, channel, email },
    after_seconds: afterSeconds,
    message_id: position === 0 ? messageId : null,
    state: position === 0 ? 'started' : 'waiting',
    due_at: toDueAt(position, afterSeconds, sentAt),
    started_at: position === 0 ? sentAt : null,
  }));
}

const toDueAt = (position: number, afterSeconds: number, sentAt: Date) =>
  position > 1 ? null : new Date(sentAt.getTime() + afterSeconds * 1_000);

/** The attempts in the form of the response to the call. */
export const toFirstAttempts = (
  { channels, sentAt }: SendWorkflow,
  recipient: string,
): SendAttempt[] =>
  channels.map(({ channel, email, afterSeconds }, position) => ({
    channel,
    to: email ?? recipient,
    status: position === 0 ? 'queued' : 'waiting',
    dueAt: toDueAt(position, afterSeconds, sentAt)?.toISOString() ?? null,
    startedAt: position === 0 ? sentAt.toISOString() : null,
    reason: null,
  }));
