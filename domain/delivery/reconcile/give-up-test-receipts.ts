import { query } from '#platform/db.ts';
import { kindOf } from '../contract.ts';
import { queuedAccountsSql } from './wake-accounts.ts';

/** How long after it was due a receipt may still be received, if no worker has served the lane of test messages until then. */
const keptFor = '7 days';

/** Rows of a statement, and statements of a run; the next run, a minute later, continues. */
const portionSize = 1_000;
const maxPortions = 30;

/** Only what was submitted is valid without an end: the rest expires. */
const isOverdue = `due_at < now() - interval '${keptFor}' AND valid_until = 'infinity' AND worker_id IS NULL`;

const findSql = `
  WITH RECURSIVE ${queuedAccountsSql}
  SELECT overdue.message_id AS id
  FROM account CROSS JOIN LATERAL (
    SELECT message_id FROM message_queue
    WHERE kind = $1::message_kind AND user_id = account.user_id AND ${isOverdue}
    ORDER BY due_at, message_id LIMIT ${portionSize}) AS overdue
  WHERE account.user_id IS NOT NULL LIMIT ${portionSize}`;

/** The condition is checked again under the row's lock: a worker may have reserved a message meanwhile. */
const statement = `
  DELETE FROM message_queue WHERE message_id = ANY ($1) AND ${isOverdue} RETURNING message_id`;

/**
 * Takes test messages out of the queue whose receipt no worker has received within a week of its time. They stay `sent` or
 * `unknown`, as a live message does whose receipt never comes: nothing is known of them that could be reported so late.
 *
 * @returns how many
 */
export async function giveUpTestReceipts(): Promise<number> {
  let given = 0;
  for (let i = 0; i < maxPortions; i += 1) {
    const found = await query<{ id: string }>('overdue-test-receipts', findSql, [kindOf.test]);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) given += (await query('give-up-test-receipts', statement, [ids])).length;
    if (ids.length < portionSize) break;
  }
  return given;
}
