import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { deleteMessages } from '#domain/messaging/months/purge-by-account.ts';
import { deleteOtpsOf } from '#domain/messaging/otp/otps-of-recipient.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { eraseRecipientJob } from './jobs.ts';
import { lawfulSince, retainedUntil } from './purge-texts.ts';
import { afterAll, countOf, listOldest } from './recipient-data.ts';

/** Messages of a portion: some tenths of a second for PostgreSQL. */
const portionSize = 1_000;

/** More are not counted, which would take minutes: then there were so many at least. */
const maxTotal = 1_000_000;

/** Between two portions, in which PostgreSQL and the other erasures have their turn. */
const pauseMs = 50;

/** How long a worker may be silent before others take an erasure over, in seconds. */
const leaseSeconds = 60;

/**
 * When it is looked again whether what was open may be erased: after a minute, two, four and so on, at last every hour.
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
  /** Messages that are erased already. */
  erased: number;
};

const begin = `
  UPDATE erasures SET state = 'running', open = CASE state WHEN 'waiting' THEN 0 ELSE open END,
    due_at = now() + interval '${leaseSeconds} seconds'
  WHERE id = $1 AND state <> 'done'
  RETURNING id, user_id AS "userId", recipient, pseudonym, until_id AS "until", cursor, total, messages AS erased`;

/** Not if another worker has erased some since it was counted. */
const setTotal = `
  UPDATE erasures SET total = messages + $2 WHERE id = $1 AND total IS NULL AND messages = $3`;

/**
 * The ids are given, and not found by the same statement, for PostgreSQL to look each up in its month. A message's text goes
 * with its number. Nothing is done if another worker has done the portion, as `cursor` shows, or the erasure was requested again.
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
 * Erases the next portion of a recipient's messages; a message whose outcome is still to come is left for later. After the
 * last one it is done, or waits for those that are left. Running it twice does no harm.
 *
 * @returns when to run it again; undefined if there is nothing to do for now
 */
export async function runErasure(erasureId: string): Promise<{ retryInMs: number } | undefined> {
  const [running] = await query<Running>('begin-erasure', begin, [erasureId]);
  if (!running) return undefined;
  const { id, userId, recipient, pseudonym, until, cursor } = running;
  const of = { userId, recipient, until };
  if (running.total === null) {
    const left = await countOf({ ...of, after: '' }, maxTotal);
    await query('set-erasure-total', setTotal, [id, left, running.erased]);
  }
  const found = await listOldest({ ...of, after: cursor }, portionSize);
  const { past, settled, open } = sortOut(found);
  const deleted = await deleteMessages(past);
  const next = found.at(-1)?.id ?? cursor;
  const values = [settled, recipient, pseudonym, id, deleted, open, next, cursor];
  const [recorded] = await query<{ open: number }>('erase-messages', erase, values);
  // Not recorded: the erasure was requested again, so it starts over.
  if (!recorded || found.length === portionSize) return { retryInMs: pauseMs };
  return endRound(running, recorded.open);
}

/**
 * Messages that are past what the law wants are deleted; of the others those may be erased that cannot change any more:
 * receipts are matched by the recipient.
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

/** On condition that the erasure was not requested again meanwhile. */
const end = `
  UPDATE erasures SET codes = codes + $2, purge_at = date_trunc('milliseconds', now()),
    state = (CASE WHEN $4 THEN 'done' ELSE 'waiting' END)::erasure_state,
    recipient = CASE WHEN $4 THEN NULL ELSE recipient END,
    finished_at = CASE WHEN $4 THEN now() END,
    cursor = '', due_at = now() + ${nextLook}
  WHERE id = $1 AND state = 'running' AND until_id = $3
  RETURNING state`;

async function endRound({ id, userId, recipient, until }: Running, open: number) {
  const codes = await deleteOtpsOf({ userId, recipient, until: new Date(timeOfId(until)) });
  const isDone = open === 0 && codes.left === 0;
  const values = [id, codes.deleted, until, isDone];
  const [ended] = await query<{ state: string }>('end-erasure', end, values);
  if (!ended) return { retryInMs: pauseMs };
  logger.info({ erasureId: id, state: ended.state, open, codes: codes.left }, 'erasure');
  return undefined;
}

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
