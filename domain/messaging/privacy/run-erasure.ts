import { eraseRecipientJob } from '#domain/messaging/jobs.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { deleteOtpsOf } from '#domain/messaging/otp/otp-retention.ts';
import { eraseScheduled } from '#domain/messaging/scheduling/scheduled-messages.ts';
import { deleteCallbacks } from '#domain/webhooks/callbacks/message-callbacks.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query, storedNow } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { deleteMessages, lawfulSince, retainedUntil } from './purge-messages.ts';
import { afterAll, countOf, listOldest } from './recipient-data.ts';

/** Messages per batch. PostgreSQL erases a batch in a few tenths of a second. */
const batchSize = 1_000;

/** Counting stops at this number, because counting more would take minutes. In that case `total` is a minimum. */
const maxTotal = 1_000_000;

/** The pause between two batches in milliseconds, so that other erasures and queries can run. */
const pauseMs = 50;

/** How long a worker may report no progress before another worker continues the erasure, in seconds. */
const leaseSeconds = 60;

/**
 * SQL expression: the delay until messages without a final state are checked again. The delay is equal to the time since
 * the erasure began, so each delay is twice as long: one minute, two, four, up to an hour.
 */
const nextLook = `least(greatest(now() - requested_at, interval '1 minute'), interval '1 hour')`;

/** States that a message never leaves. */
const finalStates = new Set(['delivered', 'undelivered', 'failed', 'expired']);

type Running = {
  id: string;
  userId: string;
  recipient: string;
  pseudonym: string;
  until: string;
  cursor: string;
  total: number | null;
  /** Number of erased messages. */
  erased: number;
};

const begin = `
  UPDATE erasures SET state = 'running', open = CASE state WHEN 'waiting' THEN 0 ELSE open END,
    due_at = now() + interval '${leaseSeconds} seconds'
  WHERE id = $1 AND state <> 'done'
  RETURNING id, user_id AS "userId", recipient, pseudonym, until_id AS "until", cursor, total, messages AS erased`;

/** Has no effect if another worker has erased messages since the count. */
const setTotal = `
  UPDATE erasures SET total = messages + $2 WHERE id = $1 AND total IS NULL AND messages = $3`;

/**
 * Erases the number and the text of each message, and moves the cursor. The ids are parameters, so that PostgreSQL looks
 * each one up in the partition of its month. Has no effect if another worker has already erased the batch (`cursor` has
 * moved), or if the erasure was requested again.
 */
const erase = `
  WITH own AS (
    SELECT id FROM erasures WHERE id = $4 AND cursor = $8 AND state = 'running' FOR UPDATE
  ),
  parts AS (
    UPDATE message_parts SET recipient = $3 WHERE message_id = ANY ($1) AND EXISTS (SELECT FROM own)
  ),
  erased AS (
    UPDATE messages SET recipient = $3, content = NULL, encrypted_content = NULL
    WHERE id = ANY ($1) AND recipient = $2 AND EXISTS (SELECT FROM own) RETURNING id
  )
  UPDATE erasures SET messages = messages + (SELECT count(*) FROM erased) + $5, open = open + $6, cursor = $7
  WHERE id = (SELECT id FROM own) RETURNING open`;

/**
 * Erases the next batch of a recipient's messages, and skips messages without a final state. After the last batch the
 * erasure is done, or waits for the skipped messages. Running the same batch twice is harmless.
 *
 * @returns when to run again; undefined if nothing is left to do for now
 */
export async function runErasure(erasureId: string): Promise<{ retryInMs: number } | undefined> {
  const [running] = await query<Running>('begin-erasure', begin, [erasureId]);
  if (!running) return undefined;
  const { id, userId, recipient, pseudonym, until, cursor } = running;
  const of = { userId, recipient, until };
  await deleteCallbacks(await eraseScheduled(userId, recipient));
  if (running.total === null) {
    const left = await countOf({ ...of, after: '' }, maxTotal);
    await query('set-erasure-total', setTotal, [id, left, running.erased]);
  }
  const found = await listOldest({ ...of, after: cursor }, batchSize);
  const { past, settled, open } = sortOut(found);
  const deleted = await deleteMessages(past);
  await deleteCallbacks([...past, ...settled]);
  const next = found.at(-1)?.id ?? cursor;
  const values = [settled, recipient, pseudonym, id, deleted, open, next, cursor];
  const [recorded] = await query<{ open: number }>('erase-messages', erase, values);
  // If nothing was recorded, the erasure was requested again, so the next run starts from the beginning.
  if (!recorded || found.length === batchSize) return { retryInMs: pauseMs };
  return endRound(running, recorded.open);
}

/**
 * Divides messages into three groups. Messages in `past` are deleted, because the law no longer requires us to keep them.
 * Messages in `settled` are erased. Messages in `open` have no final state and keep the phone number, because receipts are
 * matched by recipient.
 */
function sortOut(found: { id: string; state: string }[]) {
  const firstKept = minIdAt('msg', lawfulSince());
  const [firstLive] = liveIds();
  const past = found.filter(({ id }) => id < firstKept);
  const kept = found.filter(({ id }) => id >= firstKept);
  const settled = kept.filter(({ id, state }) => id < firstLive || finalStates.has(state));
  const toIds = (list: { id: string }[]) => list.map(({ id }) => id);
  return { past: toIds(past), settled: toIds(settled), open: kept.length - settled.length };
}

/** Has no effect if the erasure was requested again in the meantime. */
const end = `
  UPDATE erasures SET codes = codes + $2, purge_at = now(),
    state = (CASE WHEN $4 THEN 'done' ELSE 'waiting' END)::erasure_state,
    recipient = CASE WHEN $4 THEN NULL ELSE recipient END,
    finished_at = CASE WHEN $4 THEN now() END,
    cursor = '', due_at = now() + ${nextLook}
  WHERE id = $1 AND state = 'running' AND until_id = $3
  RETURNING state`;

async function endRound({ id, userId, recipient, pseudonym, until }: Running, open: number) {
  const codes = await deleteOtpsOf({ userId, recipient, until: new Date(timeOfId(until)) });
  const isDone = open === 0 && codes.left === 0;
  const values = [id, codes.deleted, until, isDone];
  const [ended] = await query<{ state: string }>('end-erasure', end, values);
  if (!ended) return { retryInMs: pauseMs };
  // After a restore of an older backup, `npm run restore -- --erasures` repeats the erasures that these log lines
  // name.
  const fields = { erasureId: id, userId, pseudonym, state: ended.state };
  logger.info({ ...fields, open, codes: codes.left }, 'round of an erasure completed');
  return undefined;
}

/** Sets `due_at`, so that the next run does not enqueue the same rows again. */
const requeue = `
  UPDATE erasures SET due_at = now() + interval '60 seconds'
  WHERE id IN (
    SELECT id FROM erasures WHERE state <> 'done' AND due_at < now() ORDER BY due_at LIMIT 500 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

/** Enqueues waiting erasures that are due, and erasures whose job or worker was lost. @returns how many it enqueued */
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

/** The maximum number of erasures per run, and of messages of each erasure. The next run continues a minute later. */
const maxErasures = 200;
const maxMessages = 1_000;

type Due = { id: string; userId: string; pseudonym: string; purgeAt: Date };

const due = `
  SELECT id, user_id AS "userId", pseudonym, purge_at AS "purgeAt" FROM erasures
  WHERE purge_at <= ${storedNow} ORDER BY purge_at LIMIT ${maxErasures}`;

/** Has no effect if `purge_at` has changed because a worker has erased more messages in the meantime. */
const setNext = 'UPDATE erasures SET purge_at = $2 WHERE id = $1 AND purge_at = $3';

/**
 * Deletes erased messages from the log after the year for which the law requires them.
 *
 * @returns how many messages it deleted
 */
export async function purgeErased(): Promise<number> {
  let deleted = 0;
  for (const { id, userId, pseudonym, purgeAt } of await query<Due>('due-erasures', due, [])) {
    const firstKept = minIdAt('msg', lawfulSince());
    const of = { userId, recipient: pseudonym, after: '', until: afterAll };
    const ids = (await listOldest(of, maxMessages)).map((message) => message.id);
    const past = ids.filter((one) => one < firstKept);
    deleted += await deleteMessages(past);
    // If all rows up to the limit were deleted, there may be more.
    const isAll = ids.length < maxMessages || past.length < ids.length;
    const next = isAll ? retainedUntil(ids[past.length] ?? null) : purgeAt;
    await query('set-erasure-purge', setNext, [id, next, purgeAt]);
  }
  return deleted;
}

/** How long an account can see its erasures, in days. */
const keptDays = 400;

const deleteOld = `
  DELETE FROM erasures WHERE id IN (
    SELECT id FROM erasures WHERE id < $1 AND state = 'done' AND purge_at IS NULL ORDER BY id LIMIT 10000)
  RETURNING id`;

/** Deletes old erasures whose messages are no longer in the log. @returns how many it deleted */
export async function deleteOldErasures(): Promise<number> {
  const before = minIdAt('ers', databaseClock.now() - keptDays * 24 * 3_600_000);
  return (await query('delete-old-erasures', deleteOld, [before])).length;
}
