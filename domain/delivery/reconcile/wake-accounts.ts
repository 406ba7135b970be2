import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf } from '../contract.ts';

/** Seconds for which a due message may wait unreserved before its job counts as lost. */
const usualGraceSeconds = 2;

/**
 * Recursive CTE with the accounts that have messages of the kind $1 in the queue. The last row is null. The CTE jumps from
 * account to account in the index, so the cost depends on the number of accounts, not of messages.
 */
export const queuedAccountsSql = `
  account AS (
    (SELECT user_id FROM message_queue WHERE kind = $1::message_kind ORDER BY user_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT q.user_id FROM message_queue AS q
      WHERE q.kind = $1::message_kind AND q.user_id > account.user_id ORDER BY q.user_id LIMIT 1)
    FROM account WHERE account.user_id IS NOT NULL
  )`;

const statement = `
  WITH RECURSIVE ${queuedAccountsSql}
  SELECT user_id AS "userId" FROM account
  WHERE user_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM account_suspensions AS s WHERE s.user_id = account.user_id)
    AND EXISTS (
    SELECT FROM message_queue AS q
    WHERE q.kind = $1::message_kind AND q.user_id = account.user_id AND q.worker_id IS NULL
      AND q.due_at < now() - make_interval(secs => $2))`;

/**
 * Wakes workers up for accounts with due messages that no worker has reserved. Such messages exist if a job was lost, because
 * Redis was down or lost its data, or if there are more messages than one worker can deliver. Lanes are handled separately,
 * because in a Redis cluster the queue of one lane may be unavailable while others are available. Suspended accounts are not
 * woken: `resumeAccount` wakes them.
 *
 * @param graceSeconds seconds for which a due message may wait; 0 while there are no jobs, because Redis is down
 * @returns the number of accounts
 */
export async function wakeAccounts(lane: Lane, graceSeconds = usualGraceSeconds): Promise<number> {
  const accounts = await query<{ userId: string }>('accounts-that-wait', statement, [
    kindOf[lane],
    graceSeconds,
  ]);
  await enqueue(wakeUpJob[lane], accounts);
  return accounts.length;
}
