import { isLiveSql } from '#domain/messaging/months/is-live-sql.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { createBatch } from '#platform/batch.ts';
import { commitWithoutFlush } from '#platform/commit-without-flush.ts';
import { query } from '#platform/db.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf, type ReservedMessage } from '../contract.ts';
import { isEarlierRoundSql } from '../part-seq.ts';
import { workerId } from './worker-heartbeat.ts';

/** How many messages of an account to reserve at most. */
type Portion = { userId: string; most: number };

/** Accounts of one statement: one whose messages take long to find delays so many others. */
const maxAccounts = 20;

/**
 * Reserves of each account the messages that are due first, once the worker has written a heartbeat. It does not wait
 * for the disk: whether the reservation counts, `markSubmitting` finds out.
 *
 * The planner shall take half of an account's rows for free, which it does for a condition that it cannot see through:
 * the share of rows without `worker_id` that it knows of is that of another second, and where it is small the planner
 * would read the whole table and sort it. And a list of ids is looked up by the primary key, where a
 * join would read all messages for an account with a long queue. Messages of the system have no month and no plan.
 */
export const reserveSql = `
  WITH ${commitWithoutFlush},
  portion AS MATERIALIZED (
    SELECT next.message_id
    FROM unflushed, unnest($1::text[]) AS account(user_id),
      LATERAL (
        SELECT q.message_id FROM message_queue AS q
        WHERE q.kind = $2::message_kind AND q.user_id = account.user_id AND q.due_at <= now()
          AND coalesce(q.worker_id IS NULL, true)
          AND ${isLiveSql('q.message_id', 6)}
        ORDER BY q.due_at, q.message_id LIMIT $3 FOR UPDATE SKIP LOCKED) AS next
    WHERE EXISTS (SELECT FROM delivery_workers WHERE id = $4)
  ),
  reserved AS (
    UPDATE message_queue SET worker_id = $4, reservation = $5
    WHERE message_id = ANY (ARRAY (SELECT message_id FROM portion))
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

/** The number of this process's last reservation. */
let reservation = 0;

const reserveIn = (lane: Lane) =>
  createBatch(
    async (portions: Portion[]) => {
      reservation += 1;
      const rows = await query<ReservedMessage>('reserve-messages', reserveSql, [
        portions.map(({ userId }) => userId),
        kindOf[lane],
        Math.max(...portions.map(({ most }) => most)),
        workerId,
        reservation,
        ...liveIds(),
      ]);
      const byAccount = new Map(portions.map(({ userId }) => [userId, [] as ReservedMessage[]]));
      for (const row of rows) byAccount.get(row.userId)?.push(row);
      return portions.map(({ userId }) => byAccount.get(userId) ?? []);
    },
    { max: maxAccounts },
  );

const reserve: Record<Lane, (portion: Portion) => Promise<ReservedMessage[]>> = {
  otp: reserveIn('otp'),
  messages: reserveIn('messages'),
  test: reserveIn('test'),
};

/**
 * Reserves a portion of an account's messages for this worker, in the order in which they are due. Nothing of them has
 * left: when the worker is lost, another may reserve them. One portion of an account is asked for at a time.
 *
 * @param most how many, or a few more when other accounts' portions are larger; fewer means that no more are due
 */
export function reserveMessages(userId: string, most: number, lane: Lane) {
  return reserve[lane]({ userId, most });
}
