import { isEarlierRoundSql } from '#domain/messaging/messages/message-columns.ts';
import { isLiveSql, liveIds } from '#domain/messaging/months/live-ids.ts';
import { createBatch } from '#platform/batch.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { commitWithoutFlush, query, storedNow } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { retry } from '#platform/promises.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf, type ReservedMessage } from '../contract.ts';
import { workerId } from './worker-heartbeat.ts';

/** A request for a batch: at most `most` messages of an account. */
type BatchRequest = { userId: string; most: number };

/**
 * Maximum number of accounts per statement, so that an account with a slow search for messages delays only a few other
 * accounts.
 */
const maxAccounts = 20;

/**
 * Reserves, for each account, the messages that have been due longest, provided that the worker has written a heartbeat. The
 * commit does not wait for the disk, because `markSubmitting` later checks that the reservation still exists.
 *
 * The condition on `worker_id` is opaque to the planner, which therefore assumes that half of an account's rows are free. With
 * a plain condition, the planner would use its statistics about `worker_id`, which are outdated within a second; if the
 * statistics showed few free rows, the planner would read and sort the whole table. The ids are passed as a list so that they
 * are looked up by the primary key; for an account with a long queue, a join would read all messages. The outer joins are
 * needed because messages of the system have no usage period and no plan.
 *
 * Messages of a suspended account stay in the queue. The condition names only the account, so that PostgreSQL evaluates it once
 * per account, and before it locks a row.
 */
export const reserveSql = `
  WITH ${commitWithoutFlush},
  batch AS MATERIALIZED (
    SELECT next.message_id
    FROM unflushed, unnest($1::text[]) AS account(user_id),
      LATERAL (
        SELECT q.message_id FROM message_queue AS q
        WHERE q.kind = $2::message_kind AND q.user_id = account.user_id AND q.due_at <= ${storedNow}
          AND coalesce(q.worker_id IS NULL, true)
          AND NOT EXISTS (SELECT FROM account_suspensions AS s WHERE s.user_id = account.user_id)
          AND ${isLiveSql('q.message_id', 6)}
        ORDER BY q.due_at, q.message_id LIMIT $3 FOR UPDATE SKIP LOCKED) AS next
    WHERE EXISTS (SELECT FROM delivery_workers WHERE id = $4)
  ),
  reserved AS (
    UPDATE message_queue SET worker_id = $4, reservation = $5
    WHERE message_id = ANY (ARRAY (SELECT message_id FROM batch))
    RETURNING message_id
  )
  SELECT m.id, m.user_id AS "userId", m.livemode,
    NOT m.livemode AND m.state <> 'queued' AS "awaitsReceipt", m.recipient, m.sender, m.template_id AS "templateId",
    m.entity_id AS "entityId",
    CASE WHEN m.entity_id IS NOT NULL THEN (
      SELECT json_object_agg(carrier, telemarketer_ids) FROM dlt_chains AS chain
      WHERE chain.user_id = m.user_id AND chain.entity_id = m.entity_id AND is_approved) END AS chains,
    m.promotional, m.may_wait AS "mayWait", m.content,
    m.encrypted_content AS "encryptedContent", m.encoding, m.segments, m.attempts, m.valid_until AS "validUntil",
    $5::int AS reservation, coalesce(plans.delivery_weight, 1) AS weight,
    CASE WHEN m.segments > 1 THEN ARRAY(
      SELECT seq FROM message_parts AS p WHERE p.message_id = m.id AND ${isLiveSql('p.message_id', 6)}
        AND NOT (${isEarlierRoundSql('p', 'm')})) ELSE '{}' END AS "sentParts",
    CASE WHEN m.attempts > 0 THEN (
      SELECT count(*)::int FROM message_parts AS p WHERE p.message_id = m.id AND ${isLiveSql('p.message_id', 6)}
        AND ${isEarlierRoundSql('p', 'm')}) ELSE 0 END AS round
  FROM messages AS m
    LEFT JOIN usage_periods ON usage_periods.id = m.usage_period_id
    LEFT JOIN plans ON plans.id = usage_periods.plan_id
  WHERE m.id = ANY (ARRAY (SELECT message_id FROM reserved)) AND ${isLiveSql('m.id', 6)}
  ORDER BY m.id`;

/** The number of this worker's last reservation. */
const reservations = perInstance(() => ({ last: 0 }));

const reserveIn = (lane: Lane) =>
  createBatch(
    async (requests: BatchRequest[]) => {
      const own = reservations();
      own.last += 1;
      const reservation = own.last;
      const rows = await query<ReservedMessage>('reserve-messages', reserveSql, [
        requests.map(({ userId }) => userId),
        kindOf[lane],
        Math.max(...requests.map(({ most }) => most)),
        workerId(),
        reservation,
        ...liveIds(),
      ]);
      const byAccount = new Map(requests.map(({ userId }) => [userId, [] as ReservedMessage[]]));
      for (const row of rows) byAccount.get(row.userId)?.push(row);
      return requests.map(({ userId }) => byAccount.get(userId) ?? []);
    },
    { max: maxAccounts },
  );

const reserve: Record<Lane, (request: BatchRequest) => Promise<ReservedMessage[]>> = {
  otp: reserveIn('otp'),
  messages: reserveIn('messages'),
  test: reserveIn('test'),
};

/**
 * Reserves a batch of an account's messages for this worker, in the order in which they are due. None of these messages has
 * been submitted yet, so if the worker is lost, another worker may reserve them. The caller must reserve only one batch of an
 * account at a time.
 *
 * @param most how many messages to reserve. The result may have more if the same statement reserves a larger batch for another
 *   account. If the result has fewer, no other message is due
 */
export function reserveMessages(userId: string, most: number, lane: Lane) {
  return reserve[lane]({ userId, most });
}

const release = `
  UPDATE message_queue SET worker_id = NULL,
    due_at = CASE WHEN $3 > 0 THEN now() + $3 * interval '1 ms' ELSE due_at END
  WHERE message_id = ANY ($1) AND worker_id = $2 AND carrier IS NULL`;

/** Releases reserved messages, so that any worker can reserve them again, at once or after `delayMs` milliseconds. */
export async function releaseMessages(ids: string[], delayMs: number): Promise<void> {
  if (ids.length > 0) await query('release-messages', release, [ids, workerId(), delayMs]);
}

const hasten = `
  UPDATE message_queue SET due_at = now() WHERE message_id = ANY ($1) AND worker_id IS NULL AND due_at > now()`;

/** Ends the delay of released messages: they are due now. */
export async function hastenMessages(ids: string[]): Promise<void> {
  if (ids.length > 0) await query('hasten-messages', hasten, [ids]);
}

/** The id of a fictitious worker, to which workers assign messages that they leave to the reconciler. */
export const noWorker = 'none';

/**
 * The fictitious worker's heartbeat is set to half an hour ago. So the reconciler handles the message at once, but
 * `releaseLostReservations` does not yet delete the row of the fictitious worker.
 */
const leave = `
  WITH no_worker AS (
    INSERT INTO delivery_workers (id, seen_at, steady_since)
    VALUES ('${noWorker}', now() - interval '30 minutes', 'epoch')
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
  )
  UPDATE message_queue AS q SET worker_id = '${noWorker}'
  FROM unnest($1::text[], $2::int[]) AS given(id, reservation)
  WHERE q.message_id = given.id AND q.worker_id = $3 AND q.reservation = given.reservation`;

type Reservation = Pick<ReservedMessage, 'id' | 'reservation'>;

const leaveBatch = createBatch(
  async (list: Reservation[]) => {
    const values = [
      list.map(({ id }) => id),
      list.map(({ reservation }) => reservation),
      workerId(),
    ];
    await query('leave-to-reconciler', leave, values);
    return list.map(() => null);
  },
  { max: 500 },
);

/**
 * Leaves a message to the reconciler after a failure to mark it or to record its outcome. If the message was being submitted,
 * the reconciler marks it `unknown`; otherwise it releases the message for another worker.
 */
export async function leaveToReconciler({ id, reservation }: Reservation): Promise<void> {
  await leaveBatch({ id, reservation });
}

/**
 * Runs work on a reserved message. If the work fails, leaves the message to the reconciler.
 *
 * @param work returns milliseconds until the retry; null for no retry
 * @returns the result of `work`; null if it failed
 */
export async function orLeaveToReconciler(
  message: ReservedMessage,
  stopping: AbortSignal,
  work: () => Promise<number | null>,
): Promise<number | null> {
  try {
    return await work();
  } catch (error) {
    // At shutdown while PostgreSQL is unavailable, nothing needs to be written: the reservation ends because this worker's
    // heartbeats stop.
    if (stopping.aborted && isDatabaseUnavailable(error)) return null;
    logger.error({ error, messageId: message.id }, 'message not handled; left to the reconciler');
    await retry(() => leaveToReconciler(message), {
      while: (cause) => isDatabaseUnavailable(cause) && !stopping.aborted,
      forMs: Number.POSITIVE_INFINITY,
    }).catch((cause) =>
      logger.error(
        { error: cause, messageId: message.id },
        'message could not be left to the reconciler',
      ),
    );
    return null;
  }
}

const releaseOthers = `
  UPDATE message_queue SET worker_id = NULL
  WHERE kind = $1::message_kind AND worker_id = $2 AND carrier IS NULL AND message_id <> ALL ($3)`;

/**
 * Releases messages that were reserved by a statement whose response was lost. Reads the whole queue.
 *
 * @param known ids of the lane's messages that this worker knows
 */
export async function releaseUnknown(lane: Lane, known: string[]): Promise<void> {
  await query('release-unknown', releaseOthers, [kindOf[lane], workerId(), known]);
}

type Mark = { id: string; reservation: number; carrier: string };

/**
 * Marks a message only if this worker still holds it under the given reservation. After that reservation, this worker
 * may have been considered lost, or may have reserved the message again. The message must not have expired by
 * PostgreSQL's clock, because a worker's clock may be wrong. The account must not be suspended: it may have been
 * suspended after the message was reserved.
 *
 * One statement can have two marks of one message. The commit of a reservation does not wait for the disk, so a crash of
 * PostgreSQL can undo it, and this worker then reserves the message again while it still has the earlier copy. Only the mark
 * with the current reservation succeeds.
 *
 * As in `recordAttempt`, the ids are passed again as a list, and the condition on the worker is opaque to the planner.
 * Otherwise PostgreSQL would read all messages that have not expired.
 */
const statement = `
  UPDATE message_queue AS q SET carrier = mark.carrier
  FROM json_to_recordset($1::json) AS mark(id text, reservation int, carrier text)
  WHERE q.message_id = ANY ($3) AND q.message_id = mark.id AND coalesce(q.worker_id = $2, false)
    AND q.reservation = mark.reservation AND q.valid_until > now()
    AND NOT EXISTS (SELECT FROM account_suspensions AS s WHERE s.user_id = q.user_id)
  RETURNING q.message_id AS id, q.reservation, now() AS at`;

/** Keeps `due_at`, so that resumed messages are sent in their order. */
const releaseHeldSql = `
  UPDATE message_queue AS q SET worker_id = NULL
  FROM json_to_recordset($1::json) AS mark(id text, reservation int)
  WHERE q.message_id = ANY ($3) AND q.message_id = mark.id AND coalesce(q.worker_id = $2, false)
    AND q.reservation = mark.reservation AND q.carrier IS NULL
    AND EXISTS (SELECT FROM account_suspensions AS s WHERE s.user_id = q.user_id)`;

/**
 * Releases the messages whose account was suspended after they were reserved. Otherwise this worker would hold them until it
 * ends. Runs only after a mark has failed.
 */
async function releaseHeld(marks: Mark[]): Promise<void> {
  await query('release-held', releaseHeldSql, [
    JSON.stringify(marks),
    workerId(),
    marks.map(({ id }) => id),
  ]);
}

async function flush(marks: Mark[]): Promise<(Date | null)[]> {
  const rows = await query<Reservation & { at: Date }>('mark-submitting', statement, [
    JSON.stringify(marks),
    workerId(),
    marks.map(({ id }) => id),
  ]);
  const keyOf = ({ id, reservation }: Reservation) => `${id} ${reservation}`;
  const marked = new Map(rows.map((row) => [keyOf(row), row.at]));
  const failed = marks.filter((mark) => !marked.has(keyOf(mark)));
  if (failed.length > 0) await releaseHeld(failed);
  return marks.map((mark) => marked.get(keyOf(mark)) ?? null);
}

/** One batch per lane, so that an OTP never waits for a large batch of messages. */
const mark: Record<Lane, (mark: Mark) => Promise<Date | null>> = {
  otp: createBatch(flush, { max: 500 }),
  messages: createBatch(flush, { max: 500, minIntervalMs: 5 }),
  test: createBatch(flush, { max: 500, minIntervalMs: 5 }),
};

/**
 * Marks a reserved message before it is submitted to a carrier. If the worker is lost after this, the message becomes
 * `unknown`, and a receipt from that carrier may still settle it.
 *
 * @returns the current time by PostgreSQL's clock. Null if the message no longer belongs to this worker, has expired, or is of a
 *   suspended account, so that it must not be submitted
 */
export function markSubmitting(
  { id, reservation }: Pick<ReservedMessage, 'id' | 'reservation'>,
  carrier: string,
  lane: Lane,
): Promise<Date | null> {
  return mark[lane]({ id, reservation, carrier });
}

const leaveQueueSql =
  'DELETE FROM message_queue WHERE message_id = $1 AND worker_id = $2 AND reservation = $3';

/** Removes a message that this worker has reserved from the queue. */
export async function leaveQueue({ id, reservation }: Reservation): Promise<void> {
  await query('leave-queue', leaveQueueSql, [id, workerId(), reservation]);
}
