import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { messageSettings } from '#domain/messaging/messages/accept-messages.ts';
import { addAcceptedStatsSql, countedColumns } from '#domain/messaging/stats/add-stats-sql.ts';
import { query, storedNow } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';

/** Maximum messages per account and round. One statement moves them in a few tenths of a second. */
const perAccount = 1_000;

/** Maximum duration of a run in milliseconds, so that other tasks are not delayed. The next run continues. */
const maxRunMs = 3_000;

/**
 * Finds the due messages of each account that is not closed. The recursive CTE jumps from account to account in the index.
 */
const findSql = `
  WITH RECURSIVE account AS (
    (SELECT user_id FROM scheduled_messages ORDER BY user_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT s.user_id FROM scheduled_messages AS s WHERE s.user_id > account.user_id ORDER BY s.user_id LIMIT 1)
    FROM account WHERE account.user_id IS NOT NULL
  )
  SELECT due.id FROM account, LATERAL (
    SELECT id FROM scheduled_messages AS s
    WHERE s.user_id = account.user_id AND s.due_at <= ${storedNow} ORDER BY s.due_at, s.id LIMIT ${perAccount}) AS due
  WHERE NOT EXISTS (
    SELECT FROM account_deletions AS d WHERE d.user_id = account.user_id AND d.done_at IS NULL)`;

/**
 * Moves due messages to the log and to the queue. $1 is the list of their ids, and $2 is their validity in hours, which may
 * be a fraction. A message counts as accepted at its due time. Other workers may already have moved some of the messages.
 */
const moveSql = `
  WITH released AS (
    DELETE FROM scheduled_messages WHERE id IN (
      SELECT id FROM scheduled_messages
      WHERE id = ANY ($1) AND due_at <= ${storedNow} ORDER BY id FOR UPDATE SKIP LOCKED)
    RETURNING *, due_at + $2::float8 * interval '1 hour' AS valid_until
  ),
  inserted AS (
    INSERT INTO messages (
      id, user_id, key_id, request_id, usage_period_id, livemode, kind, recipient, sender, template_id, entity_id,
      promotional, may_wait, scheduled_for, content, encoding, segments, created_at, valid_until)
    SELECT id, user_id, key_id, request_id, usage_period_id, livemode, 'message', recipient, sender, template_id, entity_id,
      promotional, may_wait, due_at, content, encoding, segments, due_at, valid_until
    FROM released
    RETURNING id, ${countedColumns('messages')}
  ),
  queued AS (
    INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until)
    SELECT id, user_id, CASE WHEN livemode THEN 'message' ELSE 'test' END::message_kind, due_at, valid_until FROM released
  ),
  ${addAcceptedStatsSql('inserted')}
  SELECT DISTINCT user_id AS "userId", livemode FROM inserted`;

/**
 * Moves due messages to the queue, in rounds over the accounts.
 *
 * @returns how many messages were found
 */
export async function releaseDue(): Promise<number> {
  const began = performance.now();
  let released = 0;
  for (;;) {
    const found = await query<{ id: string }>('find-due', findSql, []);
    for (let at = 0; at < found.length; at += 1_000) await move(found.slice(at, at + 1_000));
    released += found.length;
    // Only an account with more due messages than this gets another round.
    const isLast = found.length < perAccount || performance.now() - began > maxRunMs;
    if (isLast) return released;
  }
}

async function move(found: { id: string }[]): Promise<void> {
  const values = [found.map(({ id }) => id), messageSettings.MESSAGE_VALIDITY_HOURS];
  const moved = await query<{ userId: string; livemode: boolean }>('move-due', moveSql, values);
  const sendersOf = (isLive: boolean) =>
    moved.filter(({ livemode }) => livemode === isLive).map(({ userId }) => ({ userId }));
  await enqueue(wakeUpJob.messages, sendersOf(true));
  await enqueue(wakeUpJob.test, sendersOf(false));
}

/** How many days a cancelled message can still be read. */
const keptDays = 30;

const purgeSql = `
  DELETE FROM scheduled_messages WHERE id IN (
    SELECT id FROM scheduled_messages
    WHERE cancelled_at < now() - interval '${keptDays} days' ORDER BY cancelled_at LIMIT 10000)
  RETURNING id`;

/**
 * Deletes messages that were cancelled more than 30 days ago.
 *
 * @returns how many it deleted
 */
export async function purgeCancelled(): Promise<number> {
  return (await query('purge-cancelled', purgeSql, [])).length;
}
