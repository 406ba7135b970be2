import { chargeQuotaSql, lockWaitSql, reserveQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { addStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import type { Idempotency } from '#domain/shared/idempotency/contract.ts';
import { responseRetentionHours } from '#domain/shared/idempotency/contract.ts';
import { saveResponsesSql } from '#domain/shared/idempotency/save-responses-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import type { NewMessageRow } from './build-message-row.ts';

/** The messages of one request. */
export type AcceptRequest = {
  caller: Caller;
  messages: NewMessageRow[];
  idempotency: Idempotency | null;
  /** The response as it is saved if the request has an idempotency key: without number and text. */
  answer: unknown;
};

/**
 * - `accepted`: the first `messages` messages are committed; the next did not fit into the quota
 * - `refused`: nothing was accepted
 * - `repeat`: its idempotency key was used before
 *
 * `room` is the number of units that the month had left before all requests of the same statement.
 */
export type AcceptResult =
  | { kind: 'accepted'; messages: number; room: number }
  | { kind: 'refused'; code: 'message_limit_reached'; room: number }
  | { kind: 'refused'; code: 'api_call_limit_reached' }
  | { kind: 'repeat' };

/** Test messages are charged to no month: all of them are granted. */
const grantAllSql = `
  admitted AS (SELECT no, 0 AS room FROM request),
  granted AS (SELECT no, period_id, messages, units FROM request)`;

/**
 * One statement for quota, saved responses, rows, queue and statistics, so that they are written together
 * or not at all. All requests of it are of one mode; test messages have a lane of their own in the queue.
 */
const statementOf = (livemode: boolean) => `
  WITH request AS (
    SELECT no, period_id, messages, units, ends
    FROM json_to_recordset($1::json) AS r(
      no int, period_id text, messages int, units int, ends int[])
  ),
  ${livemode ? `${lockWaitSql('$4')}, ${reserveQuotaSql}` : grantAllSql},
  ${saveResponsesSql},
  ${livemode ? `${chargeQuotaSql},` : ''}
  inserted AS (
    INSERT INTO messages (
      id, user_id, key_id, usage_period_id, livemode, kind, recipient, sender, template_id, entity_id, promotional, may_wait,
      scheduled_for, content, encrypted_content, encoding, segments, created_at, valid_until)
    SELECT m.id, m.user_id, m.key_id, m.usage_period_id, ${livemode}, m.kind, m.recipient, m.sender,
      m.template_id, m.entity_id, m.promotional, m.may_wait, m.scheduled_for, m.content,
      decode(m.encrypted_content, 'hex'), m.encoding, m.segments, m.created_at, m.valid_until
    FROM json_to_recordset($3::json) AS m(
      no int, seq int, id text, user_id text, key_id text, usage_period_id text,
      kind message_kind, recipient text, sender text, template_id text, entity_id text,
      promotional boolean, may_wait boolean, scheduled_for timestamptz, content text,
      encrypted_content text, encoding message_encoding, segments smallint,
      created_at timestamptz, valid_until timestamptz)
    JOIN accepted ON accepted.no = m.no AND m.seq < accepted.messages
    RETURNING id, user_id, livemode, kind, created_at, valid_until, scheduled_for
  ),
  queued AS (
    INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until)
    SELECT id, user_id, ${livemode ? 'kind' : `'test'::message_kind`}, coalesce(scheduled_for, now()), valid_until FROM inserted
  ),
  ${addStatsSql('accepted', 'inserted')}
  SELECT no, admitted.room, granted.messages AS granted, accepted.messages AS accepted
  FROM request LEFT JOIN admitted USING (no) LEFT JOIN granted USING (no)
    LEFT JOIN accepted USING (no)`;

const liveStatement = statementOf(true);
const testStatement = statementOf(false);

/** `room` is null if no API call was left. */
type Row = { no: number; room: number | null; granted: number | null; accepted: number | null };

/**
 * Accepts the messages of many requests at once, in their order. The requests are all of live mode, or all of test mode.
 *
 * @param options `tx` is an outer transaction; by default the statement commits on its own, and waits `lockWaitMs` for a
 *   lock
 * @returns one result per request; `accepted` messages are committed when this resolves, or with
 *   `tx`
 */
export async function acceptMessages(
  requests: AcceptRequest[],
  { tx, lockWaitMs }: { tx?: SqlClient; lockWaitMs?: number } = {},
): Promise<AcceptResult[]> {
  const expiresAt = new Date(clock.now().getTime() + responseRetentionHours * 3_600_000);
  const isLive = requests[0]?.caller.livemode ?? true;
  invariant(
    requests.every(({ caller }) => caller.livemode === isLive),
    'live and test messages are accepted apart',
  );
  const rows = await query<Row>(
    isLive ? 'accept-messages' : 'accept-test-messages',
    isLive ? liveStatement : testStatement,
    [
      JSON.stringify(
        requests.map(({ caller, messages }, no) => ({
          no,
          period_id: caller.periodId,
          messages: messages.length,
          ...countUnits(messages),
        })),
      ),
      JSON.stringify(requests.flatMap((request, no) => toSavedResponses(request, no, expiresAt))),
      JSON.stringify(
        requests.flatMap(({ messages }, no) =>
          messages.map((message, seq) => ({ no, seq, ...message })),
        ),
      ),
      ...(isLive ? [lockWaitMs === undefined ? null : String(lockWaitMs)] : []),
    ],
    tx,
  );
  const results = new Array<AcceptResult>(requests.length);
  for (const row of rows) results[row.no] = toAcceptance(row);
  return results;
}

function toSavedResponses({ idempotency, answer }: AcceptRequest, no: number, expiresAt: Date) {
  if (!idempotency) return [];
  const { scope, key, requestId, requestHash } = idempotency;
  return [
    {
      no,
      scope,
      key,
      request_id: requestId,
      request_hash: requestHash.toString('hex'),
      answer,
      expires_at: expiresAt,
    },
  ];
}

/** The units of all messages, and for several ones the running total after each. */
function countUnits(messages: NewMessageRow[]) {
  let units = 0;
  const ends = messages.map(({ segments }) => {
    units += segments;
    return units;
  });
  return messages.length > 1 ? { units, ends } : { units };
}

function toAcceptance({ room, granted, accepted }: Row): AcceptResult {
  if (room === null) return { kind: 'refused', code: 'api_call_limit_reached' };
  if (accepted) return { kind: 'accepted', messages: accepted, room };
  if (!granted) return { kind: 'refused', code: 'message_limit_reached', room };
  return { kind: 'repeat' };
}
