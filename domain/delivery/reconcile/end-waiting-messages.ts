import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { traceEnded } from '#domain/messaging/messages/trace-messages.ts';
import { endUnsentOtps } from '#domain/messaging/otp/otp-retention.ts';
import { addSettledStatsSql, countedColumns } from '#domain/messaging/stats/add-stats-sql.ts';
import { suspendedReason } from '#domain/messaging/suspensions/contract.browser.ts';
import {
  addWebhookEventsSql,
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { query } from '#platform/db.ts';
import { kindOf } from '../contract.ts';
import type { CountedOutcome } from '../stats/count-outcomes.ts';
import { countOutcome } from '../stats/write-counts.ts';
import { queuedAccountsSql } from './wake-accounts.ts';

const findExpiredSql = `
  SELECT message_id AS id FROM message_queue WHERE valid_until <= now() AND carrier IS NULL
  ORDER BY valid_until LIMIT 1000`;

/**
 * Builds a statement that ends messages in the queue: $1 is the reason, $2 are their ids. The units of messages without a part
 * are credited back. The ids are passed as a list so that the planner looks each message up in its month, however old it is
 * (docs/decisions/046).
 *
 * @param condition condition on a row of `message_queue`, which is checked again under the lock
 * @param also further CTEs that may read `moved`; begins with a comma
 */
const endSql = (state: 'expired' | 'failed', condition: string, also = '') => `
  WITH ended AS (
    DELETE FROM message_queue WHERE message_id IN (
      SELECT message_id FROM message_queue
      WHERE message_id = ANY ($2) AND carrier IS NULL AND ${condition} FOR UPDATE SKIP LOCKED)
    RETURNING message_id
  ),
  moved AS (
    UPDATE messages SET
      state = '${state}', reason = $1, version = version + 1, settled_at = now(), encrypted_content = NULL
    FROM ended WHERE id = ANY ($2) AND id = ended.message_id
    RETURNING id, recipient, usage_period_id, segments, state, reason, version, settled_at, settled_at AS at, NULL::text AS carrier,
      ${countedColumns('messages')},
      NOT EXISTS (SELECT FROM message_parts WHERE message_id = ANY ($2) AND message_id = messages.id) AS untouched
  ),
  refunded AS (SELECT usage_period_id, segments FROM moved WHERE untouched),
  ${releaseQuotaSql('refunded')},
  ${addSettledStatsSql('moved')},
  ${addWebhookEventsSql('moved')}${also}
  SELECT id, user_id AS "userId", recipient, kind, livemode, ${wokenEndpointsSql} FROM moved`;

type EndedRow = WokenRow & {
  id: string;
  userId: string;
  recipient: string;
  kind: CountedOutcome['kind'];
  livemode: boolean;
};

/** @returns the messages that were ended */
async function end(
  name: string,
  statement: string,
  outcome: 'expired' | 'failed',
  reason: string,
  found: { id: string }[],
): Promise<EndedRow[]> {
  if (found.length === 0) return [];
  const moved = await query<EndedRow>(name, statement, [reason, found.map(({ id }) => id)]);
  wakeWokenEndpoints(moved);
  for (const { id, recipient, kind, livemode } of moved) {
    if (livemode) countOutcome({ carrier: null, recipient, kind, outcome, reason });
    traceEnded(id, outcome, reason);
  }
  return moved;
}

const expireSql = endSql(
  'expired',
  'valid_until <= now()',
  `,
  events AS (
    INSERT INTO message_events (message_id, at, kind) SELECT id, now(), 'expired' FROM moved
  )`,
);

/** The reason if no carrier accepted the message within its validity. */
const expiredReason = 'validity period over';

/**
 * Expires queued messages whose validity has ended, even while no carrier is connected. Messages that are being submitted are
 * left to their worker. PostgreSQL's clock counts, because a worker's clock may be wrong.
 *
 * @returns the number of messages
 */
export async function expireMessages(): Promise<number> {
  const found = await query<{ id: string }>('find-overdue', findExpiredSql, []);
  return (await end('expire-overdue', expireSql, 'expired', expiredReason, found)).length;
}

/** The reason if the account was closed before the message was submitted. */
const closedReason = 'account is to be deleted';

/**
 * Looks up each closed account in an index of the queue. Test messages are left out, because they are never delivered, and
 * messages that are being submitted are left to their worker. Accounts that were closed more than a week ago are skipped: they
 * have no messages left, because messages are valid for three days at most.
 */
const findOfClosedSql = `
  SELECT waiting.message_id AS id
  FROM account_deletions AS d, unnest('{otp,message}'::message_kind[]) AS of_kind, LATERAL (
    SELECT message_id FROM message_queue
    WHERE kind = of_kind AND user_id = d.user_id AND carrier IS NULL ORDER BY due_at, message_id LIMIT 1000
  ) AS waiting
  WHERE d.done_at IS NULL AND d.requested_at > now() - interval '7 days' LIMIT 1000`;

const cancelSql = endSql(
  'failed',
  'user_id IN (SELECT user_id FROM account_deletions WHERE done_at IS NULL)',
);

/**
 * Cancels unsubmitted messages of closed accounts, including messages that are due later. If a message was accepted at the
 * moment in which the account's keys were revoked, the next run finds it.
 *
 * @returns the number of messages
 */
export async function cancelOfClosedAccounts(): Promise<number> {
  const found = await query<{ id: string }>('find-of-closed', findOfClosedSql, []);
  return (await end('cancel-of-closed', cancelSql, 'failed', closedReason, found)).length;
}

/** Finds the queued one-time passwords of suspended accounts that are not being submitted. */
const findCodesOfSuspendedSql = `
  SELECT waiting.message_id AS id
  FROM account_suspensions AS s, LATERAL (
    SELECT message_id FROM message_queue
    WHERE kind = 'otp' AND user_id = s.user_id AND carrier IS NULL ORDER BY due_at, message_id LIMIT 1000
  ) AS waiting LIMIT 1000`;

const cancelCodesSql = endSql('failed', 'user_id IN (SELECT user_id FROM account_suspensions)');

/**
 * Cancels the unsubmitted one-time passwords of suspended accounts: a code that arrives days later is useless. Other
 * messages are held. If an earlier message with the same code was sent, the code can still be verified. If a code was
 * accepted at the moment of the suspension, the next run finds it.
 *
 * @returns the number of messages
 */
export async function cancelCodesOfSuspended(): Promise<number> {
  const found = await query<{ id: string }>('find-codes-of-suspended', findCodesOfSuspendedSql, []);
  const name = 'cancel-codes-of-suspended';
  const ended = await end(name, cancelCodesSql, 'failed', suspendedReason, found);
  await endUnsentOtps(ended);
  return ended.length;
}

/**
 * How long after its due time a test receipt may still be received. Test receipts are late while no worker serves the lane of
 * test messages.
 */
const receiptKeptFor = '7 days';

/** Maximum rows per statement and statements per run. The next run, a minute later, continues. */
const maxReceipts = 1_000;
const maxStatements = 30;

/** Only submitted test messages have an infinite validity; all other messages expire. */
const isReceiptOverdue = `due_at < now() - interval '${receiptKeptFor}' AND valid_until = 'infinity' AND worker_id IS NULL`;

const findOverdueReceiptsSql = `
  WITH RECURSIVE ${queuedAccountsSql}
  SELECT overdue.message_id AS id
  FROM account CROSS JOIN LATERAL (
    SELECT message_id FROM message_queue
    WHERE kind = $1::message_kind AND user_id = account.user_id AND ${isReceiptOverdue}
    ORDER BY due_at, message_id LIMIT ${maxReceipts}) AS overdue
  WHERE account.user_id IS NOT NULL LIMIT ${maxReceipts}`;

/** Checks the condition again under the row's lock, because a worker may have reserved a message meanwhile. */
const dropReceiptsSql = `
  DELETE FROM message_queue WHERE message_id = ANY ($1) AND ${isReceiptOverdue} RETURNING message_id`;

/**
 * Removes test messages from the queue if no worker has received their receipt within a week of its due time. They stay `sent`
 * or `unknown`, like live messages whose receipt never arrives.
 *
 * @returns the number of removed messages
 */
export async function giveUpTestReceipts(): Promise<number> {
  let given = 0;
  for (let i = 0; i < maxStatements; i += 1) {
    const found = await query<{ id: string }>('overdue-test-receipts', findOverdueReceiptsSql, [
      kindOf.test,
    ]);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0)
      given += (await query('give-up-test-receipts', dropReceiptsSql, [ids])).length;
    if (ids.length < maxReceipts) break;
  }
  return given;
}
