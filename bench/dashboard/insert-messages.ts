import { newId } from '#platform/ids.ts';
import type { Dakiya } from '../stack/dakiya.ts';
import type { Member } from './member.ts';

/** An account's inserted messages, and the values that the measured pages use. */
export type Log = {
  messages: number;
  /** The id of the message in the middle. */
  middle: string;
  /** A recipient with more messages than fit on a page. */
  number: string;
};

/** Rows per statement. */
const rowsPerInsert = 20_000;

const dayMs = 24 * 3_600_000;
/** Within the 30 days that Home shows, at any time of day. */
const shownDays = 29;

/** Messages per recipient. */
const perNumber = 50;

/**
 * Messages as a shop and its office send them: most are delivered after a second or two, recipients
 * repeat, and one key sends most of them.
 */
const messages = `
  INSERT INTO messages (
    id, user_id, key_id, usage_period_id, kind, recipient, sender, content, encoding, segments,
    state, created_at, valid_until, sent_at, settled_at)
  SELECT id, $3, CASE WHEN random() < 0.7 THEN $4 ELSE $5 END, 'use_bench',
    'message', '+919' || lpad(((no + $6) % $7)::text, 9, '0'), 'DAKIYA',
    'Your order ' || no || ' is on its way.', 'gsm7', 1, state::message_state,
    at, at + interval '1 day', at + interval '0.2 s',
    CASE WHEN state NOT IN ('sent', 'unknown') THEN at + interval '1 s' * (0.5 + exp(3 * random()) / 4) END
  FROM (
    SELECT id, at, no, CASE
      WHEN chance < 0.915 THEN 'delivered' WHEN chance < 0.97 THEN 'undelivered'
      WHEN chance < 0.98 THEN 'failed' WHEN chance < 0.985 THEN 'expired'
      WHEN chance < 0.99 THEN 'unknown' ELSE 'sent' END AS state
    FROM (
      SELECT id, at, no, random() AS chance
      FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS given(id, at, no)
    ) AS drawn
  ) AS made`;

/** An OTP for about every fifth message. */
const otps = `
  INSERT INTO otps (
    id, user_id, key_id, recipient, code_hash, state, sent_at, created_at, expires_at)
  SELECT 'otp' || substr(id, 4), user_id, key_id, recipient, '',
    (CASE WHEN random() < 0.8 THEN 'verified' ELSE 'expired' END)::otp_state,
    ARRAY[created_at], created_at, created_at + interval '5 min'
  FROM messages WHERE user_id = $1 AND right(id, 1) < '6'`;

/**
 * Inserts messages of the last days directly into the database: sending them would take too long.
 *
 * @param days over which they are spread
 */
export async function insertMessages(
  { database }: Dakiya,
  { userId, keyIds }: Member,
  count: number,
  days = shownDays,
): Promise<Log> {
  const now = Date.now();
  const numbers = count / perNumber;
  let middle = '';
  for (let first = 0; first < count; first += rowsPerInsert) {
    const times = Array.from({ length: Math.min(rowsPerInsert, count - first) }, (_, i) =>
      Math.round(now - days * dayMs * (1 - (first + i) / count)),
    );
    const ids = times.map((at) => newId('msg', at));
    if (first <= count / 2) middle = ids[Math.floor(count / 2) - first] ?? middle;
    const at = times.map((ms) => new Date(ms).toISOString());
    await database.query(messages, [ids, at, userId, ...keyIds, first, numbers]);
  }
  await database.query(otps, [userId]);
  return { messages: count, middle, number: '9000000007' };
}
