import { deleteMessages } from '#domain/messaging/months/delete-messages.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import { eraseRecipientJob } from './jobs.ts';
import { afterAll, listOldest } from './messages-of-recipient.ts';
import { lawfulSince, retainedUntil } from './retained-until.ts';

/** Moves the time on, so that the next run does not enqueue the same rows. */
const requeue = `
  UPDATE erasures SET due_at = now() + interval '60 seconds'
  WHERE id IN (
    SELECT id FROM erasures WHERE state <> 'done' AND due_at < now() ORDER BY due_at LIMIT 500 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

/** Enqueues the erasures that wait until they may go on, and those whose job or worker was lost. @returns how many */
export async function requeueErasures(): Promise<number> {
  const rows = await query<{ id: string }>('requeue-erasures', requeue, []);
  if (rows.length > 0) {
    await enqueue(
      eraseRecipientJob,
      rows.map(({ id }) => ({ erasureId: id })),
    );
  }
  return rows.length;
}

/** Erasures of a run, and messages of each; the next run continues, a minute later. */
const maxErasures = 200;
const maxMessages = 1_000;

type Due = { id: string; userId: string; pseudonym: string; purgeAt: Date };

const due = `
  SELECT id, user_id AS "userId", pseudonym, purge_at AS "purgeAt" FROM erasures
  WHERE purge_at <= now() ORDER BY purge_at LIMIT ${maxErasures}`;

/** Not if a worker has erased more meanwhile. */
const setNext = 'UPDATE erasures SET purge_at = $2 WHERE id = $1 AND purge_at = $3';

/**
 * Deletes what is left of erased recipients in the log, each message when the law's year is over for it.
 *
 * @returns how many messages
 */
export async function purgeErased(): Promise<number> {
  let deleted = 0;
  for (const { id, userId, pseudonym, purgeAt } of await query<Due>('due-erasures', due, [])) {
    const firstKept = minIdAt('msg', lawfulSince());
    const of = { userId, recipient: pseudonym, after: '', until: afterAll };
    const ids = (await listOldest(of, maxMessages)).map((message) => message.id);
    const past = ids.filter((one) => one < firstKept);
    deleted += await deleteMessages(past);
    // As many as it looks at may not be all.
    const isAll = ids.length < maxMessages || past.length < ids.length;
    const next = isAll ? retainedUntil(ids[past.length] ?? null) : purgeAt;
    await query('set-erasure-purge', setNext, [id, next, purgeAt]);
  }
  return deleted;
}

/** How long an account can see what it had erased. */
const keptDays = 400;

const deleteOld = `
  DELETE FROM erasures WHERE id IN (
    SELECT id FROM erasures WHERE id < $1 AND state = 'done' AND purge_at IS NULL ORDER BY id LIMIT 10000)
  RETURNING id`;

/** Deletes erasures of which nothing is left in the log. @returns how many */
export async function deleteOldErasures(): Promise<number> {
  const before = minIdAt('ers', databaseClock.now() - keptDays * 24 * 3_600_000);
  return (await query('delete-old-erasures', deleteOld, [before])).length;
}
