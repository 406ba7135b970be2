import type { Caller } from '#domain/credentials/contract.ts';
import { tally } from '#domain/figures/tally-sql.ts';
import type { Idempotency } from '#domain/idempotency/contract.ts';
import { rememberHours } from '#domain/idempotency/contract.ts';
import { rememberAnswers } from '#domain/idempotency/remember-sql.ts';
import { chargeQuota, grantQuota } from '#domain/usage/quota-sql.ts';
import { clock } from '#platform/clock.ts';
import { type Queryable, query } from '#platform/db.server.ts';
import type { MessageRow } from './new-message.server.ts';

/** What one request asks to have accepted. */
export type AcceptRequest = {
  caller: Caller;
  messages: MessageRow[];
  idempotency: Idempotency | null;
  /** What is to be answered, and remembered if the request carries a key. */
  answer: unknown;
};

/**
 * - `accepted`: so many of its messages, from the first, are committed; the quota had no room for more
 * - `refused`: nothing was accepted
 * - `repeat`: its idempotency key was used before
 */
export type Acceptance =
  | { kind: 'accepted'; units: number }
  | { kind: 'refused'; code: 'message_limit_reached' | 'api_call_limit_reached' }
  | { kind: 'repeat' };

/** One statement for all: quota, remembered answers, rows and figures stand or fall together. */
const statement = `
  WITH request AS (
    SELECT no, period_id, units
    FROM json_to_recordset($1::json) AS r(no int, period_id text, units int)
  ),
  ${grantQuota},
  ${rememberAnswers},
  ${chargeQuota},
  inserted AS (
    INSERT INTO messages (
      id, user_id, key_id, usage_period_id, kind, recipient, sender, template_id, content,
      sealed_content, encoding, segments, created_at, valid_until, due_at)
    SELECT m.id, m.user_id, m.key_id, m.usage_period_id, m.kind, m.recipient, m.sender,
      m.template_id, m.content, decode(m.sealed_content, 'hex'), m.encoding, m.segments,
      m.created_at, m.valid_until, m.created_at
    FROM json_to_recordset($3::json) AS m(
      no int, seq int, id text, user_id text, key_id text, usage_period_id text,
      kind message_kind, recipient text, sender text, template_id text, content text,
      sealed_content text, encoding message_encoding, segments smallint,
      created_at timestamptz, valid_until timestamptz)
    JOIN accepted ON accepted.no = m.no AND m.seq < accepted.units
    RETURNING user_id, created_at
  ),
  ${tally('accepted', 'inserted')}
  SELECT no, admitted.no IS NOT NULL AS admitted, granted.units AS granted,
    accepted.units AS accepted
  FROM request LEFT JOIN admitted USING (no) LEFT JOIN granted USING (no)
    LEFT JOIN accepted USING (no)`;

type Row = { no: number; admitted: boolean; granted: number | null; accepted: number | null };

/**
 * Accepts the messages of many requests at once, in their order.
 *
 * @param on the transaction to do it in, or none for a transaction of its own
 * @returns one result a request; what is `accepted` is committed when this returns, unless `on`
 */
export async function acceptMessages(
  requests: AcceptRequest[],
  on?: Queryable,
): Promise<Acceptance[]> {
  const expiresAt = new Date(clock.now().getTime() + rememberHours * 3_600_000);
  const rows = await query<Row>(
    'accept-messages',
    statement,
    [
      JSON.stringify(
        requests.map(({ caller, messages }, no) => ({
          no,
          period_id: caller.periodId,
          units: messages.length,
        })),
      ),
      JSON.stringify(requests.flatMap((request, no) => toRemember(request, no, expiresAt))),
      JSON.stringify(
        requests.flatMap(({ messages }, no) =>
          messages.map((message, seq) => ({ no, seq, ...message })),
        ),
      ),
    ],
    on,
  );
  const results = new Array<Acceptance>(requests.length);
  for (const row of rows) results[row.no] = toAcceptance(row);
  return results;
}

function toRemember({ idempotency, answer }: AcceptRequest, no: number, expiresAt: Date) {
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

function toAcceptance({ admitted, granted, accepted }: Row): Acceptance {
  if (accepted) return { kind: 'accepted', units: accepted };
  if (!admitted) return { kind: 'refused', code: 'api_call_limit_reached' };
  if (!granted) return { kind: 'refused', code: 'message_limit_reached' };
  return { kind: 'repeat' };
}
