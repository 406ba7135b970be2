import { createBatch } from '#platform/batch.ts';
import { query } from '#platform/db.server.ts';
import type { Lane } from '../carriers/contract.ts';
import type { ReservedMessage } from '../contract.ts';
import { commitWithoutFlush } from './commit-without-flush.ts';
import { kindOf } from './kind-of.ts';
import { workerId } from './worker-heartbeat.server.ts';

/** How many messages of an account to reserve at most. */
type Portion = { userId: string; most: number };

/**
 * Reserves the messages that are due first, of each account as many as are asked for. A reservation that a crash of
 * PostgreSQL undoes is found out by `markSubmitting`, so it does not wait for the disk.
 */
const statement = `
  WITH ${commitWithoutFlush},
  portion AS (
    SELECT next.message_id
    FROM unflushed, json_to_recordset($1::json) AS ask("userId" text, most int),
      LATERAL (
        SELECT q.message_id FROM message_queue AS q
        WHERE q.kind = $2::message_kind AND q.user_id = ask."userId" AND q.due_at <= now() AND q.worker_id IS NULL
        ORDER BY q.due_at, q.message_id LIMIT ask.most FOR UPDATE SKIP LOCKED) AS next
  ),
  reserved AS (
    UPDATE message_queue AS q SET worker_id = $3 FROM portion WHERE q.message_id = portion.message_id
    RETURNING q.message_id, q.due_at
  )
  SELECT m.id, m.user_id AS "userId", m.recipient, m.sender, m.template_id AS "templateId", m.content,
    m.encrypted_content AS "encryptedContent", m.encoding, m.segments, m.attempts, m.valid_until AS "validUntil",
    plans.delivery_weight AS weight,
    CASE WHEN m.segments > 1 THEN ARRAY(SELECT seq FROM message_parts WHERE message_id = m.id) ELSE '{}' END AS "sentParts"
  FROM reserved JOIN messages AS m ON m.id = reserved.message_id
    JOIN usage_periods ON usage_periods.id = m.usage_period_id JOIN plans ON plans.id = usage_periods.plan_id
  ORDER BY reserved.due_at, m.id`;

const reserveIn = (lane: Lane) =>
  createBatch(
    async (portions: Portion[]) => {
      const rows = await query<ReservedMessage>('reserve-messages', statement, [
        JSON.stringify(portions),
        kindOf[lane],
        workerId,
      ]);
      const byAccount = new Map(portions.map(({ userId }) => [userId, [] as ReservedMessage[]]));
      for (const row of rows) byAccount.get(row.userId)?.push(row);
      return portions.map(({ userId }) => byAccount.get(userId) ?? []);
    },
    { max: 50 },
  );

const reserve: Record<Lane, (portion: Portion) => Promise<ReservedMessage[]>> = {
  otp: reserveIn('otp'),
  messages: reserveIn('messages'),
};

/**
 * Reserves a portion of an account's messages for this worker, in the order in which they are due. Nothing of them has
 * left: when the worker is lost, another may reserve them. One portion of an account is asked for at a time.
 *
 * @param most how many at most; fewer means that no more are due
 */
export function reserveMessages(userId: string, most: number, lane: Lane) {
  return reserve[lane]({ userId, most });
}
