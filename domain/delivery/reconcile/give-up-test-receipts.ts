import { query } from '#platform/db.ts';
import { kindOf } from '../contract.ts';
import { queuedAccountsSql } from './wake-accounts.ts';

/**
 * How long after its due time a test receipt may still be received. Test receipts are late while no worker serves the lane of
 * test messages.
 */
const keptFor = '7 days';

/** Maximum rows per statement and statements per run. The next run, a minute later, continues. */
const batchSize = 1_000;
const maxBatches = 30;

/** Only submitted test messages have an infinite validity; all other messages expire. */
const isOverdue = `due_at < now() - interval '${keptFor}' AND valid_until = 'infinity' AND worker_id IS NULL`;

const findSql = `
  WITH RECURSIVE ${queuedAccountsSql}
  SELECT overdue.message_id AS id
  FROM account CROSS JOIN LATERAL (
    SELECT message_id FROM message_queue
    WHERE kind = $1::message_kind AND user_id = account.user_id AND ${isOverdue}
    ORDER BY due_at, message_id LIMIT ${batchSize}) AS overdue
  WHERE account.user_id IS NOT NULL LIMIT ${batchSize}`;

/** Checks the condition again under the row's lock, because a worker may have reserved a message meanwhile. */
const statement = `
  DELETE FROM message_queue WHERE message_id = ANY ($1) AND ${isOverdue} RETURNING message_id`;

/**
 * Removes test messages from the queue if no worker has received their receipt within a week of its due time. They stay `sent`
 * or `unknown`, like live messages whose receipt never arrives.
 *
 * @returns the number of removed messages
 */
export async function giveUpTestReceipts(): Promise<number> {
  let given = 0;
  for (let i = 0; i < maxBatches; i += 1) {
    const found = await query<{ id: string }>('overdue-test-receipts', findSql, [kindOf.test]);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) given += (await query('give-up-test-receipts', statement, [ids])).length;
    if (ids.length < batchSize) break;
  }
  return given;
}
