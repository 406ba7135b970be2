import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';

/** Deletes only texts that are no longer needed for sending. */
const statement = `
  UPDATE messages SET content = NULL, encrypted_content = NULL
  WHERE id = $1 AND user_id = $2 AND livemode = $3 AND state IN ('delivered', 'undelivered', 'failed', 'expired')
  RETURNING id`;

const exists = `
  SELECT id FROM messages WHERE id = $1 AND user_id = $2 AND livemode = $3
  UNION ALL SELECT id FROM scheduled_messages WHERE id = $1 AND user_id = $2 AND livemode = $3`;

/**
 * Deletes the text of a message permanently. The message stays in the log, because the law requires the log for a year.
 *
 * @param id the id of a message, in the format of our ids
 * @throws DomainError `not_found`, or `invalid_parameter` with the param `id` if the message has no final state yet
 */
export async function deleteText(
  { userId, livemode }: Pick<Caller, 'userId' | 'livemode'>,
  id: string,
): Promise<void> {
  const values = [id, userId, livemode];
  if ((await query('delete-text', statement, values)).length > 0) return;
  if ((await query('has-message', exists, values)).length === 0) {
    throw new DomainError('not_found', { message: 'There is no message with this id.' });
  }
  const message = 'The message is still being sent. You can delete its text afterwards.';
  throw new DomainError('invalid_parameter', { param: 'id', message });
}
