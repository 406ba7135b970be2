import {
  after,
  monthAt,
  partitioned,
  startOf,
  suffixOf,
} from '#domain/messaging/months/partitions.ts';
import {
  addAcceptedStatsSql,
  addOtpStatsSql,
  addSettledStatsSql,
} from '#domain/messaging/stats/add-stats-sql.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import { signUp } from '#tests/harness/stack-clients.ts';
import type { Dakiya } from './run.ts';

/** A signed-in user with two API keys. */
export type Member = {
  userId: string;
  keyIds: [string, string];
  /** Requests a page with the session cookie. */
  open(path: string): Promise<{ status: number; html: string }>;
};

/** Registers a user, creates two API keys and logs in, all over HTTP. */
export async function signUpMember({ url, settings }: Dakiya, name: string): Promise<Member> {
  const { userId, createKey, logIn } = await signUp(url, name);
  const [shop, office] = [await createKey('Shop'), await createKey('Office')];
  return { userId, keyIds: [shop.keyId, office.keyId], open: await logIn(settings.PUBLIC_URL) };
}

/** An account's inserted messages, and the values that the measured pages need. */
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
/**
 * The number of days over which messages are spread. At any time of day, all of these days are within the 30 days that
 * Home shows.
 */
const shownDays = 29;

/** Messages per recipient. */
const perNumber = 50;

/**
 * Inserts messages like those of a shop and its office: most are delivered within a second or two, recipients repeat, and
 * one key sends most of them.
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

/** Inserts an OTP for about every fifth message. */
const otps = `
  INSERT INTO otps (
    id, user_id, key_id, recipient, code_hash, state, sent_at, created_at, expires_at)
  SELECT 'otp' || substr(id, 4), user_id, key_id, recipient, '',
    (CASE WHEN random() < 0.8 THEN 'verified' ELSE 'expired' END)::otp_state,
    ARRAY[created_at], created_at, created_at + interval '5 min'
  FROM messages WHERE user_id = $1 AND right(id, 1) < '6'`;

/**
 * Inserts messages of the last days directly into the database, because sending them would take too long.
 *
 * @param days the number of days over which the messages are spread
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

const parts = `
  INSERT INTO message_parts (
    message_id, seq, carrier, carrier_message_id, reference, recipient, state, submitted_at, receipt_at,
    receipt_status, receipt_error_code)
  SELECT id, 1, 'default', 'inserted ' || id, 1, recipient,
    (CASE state WHEN 'undelivered' THEN 'undelivered' ELSE 'delivered' END)::part_state, sent_at, settled_at,
    'DELIVRD', '000'
  FROM messages WHERE user_id = $1 AND state IN ('delivered', 'undelivered')`;

/** Inserts the segments of a member's inserted messages, with their receipts. */
export async function insertParts({ database }: Dakiya, { userId }: Member): Promise<void> {
  await database.query(parts, [userId]);
}

/** Creates the tables of earlier months, as if the empty installation had been running then. */
export async function makePastMonths({ database }: Dakiya, count: number): Promise<void> {
  const now = monthAt(Date.now());
  const boundOf = (offset: number) => `'${minIdAt('msg', startOf(after(now, offset)))}'`;
  for (const { table, fillFactor } of partitioned) {
    const [{ to } = { to: '' }] = await database.query<{ to: string }>(
      `SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \\((.*)\\)$') AS to
       FROM pg_class WHERE relname = $1`,
      [`${table}_first`],
    );
    await database.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_first`);
    for (let offset = -count; offset < 0; offset++) {
      await database.query(
        `CREATE TABLE ${table}_${suffixOf(after(now, offset))} PARTITION OF ${table}
         FOR VALUES FROM (${boundOf(offset)}) TO (${boundOf(offset + 1)}) WITH (fillfactor = ${fillFactor})`,
      );
    }
    await database.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (${boundOf(0)}) TO (${to})`,
    );
  }
}

/** Computes the counts that `domain/messaging/stats/add-stats-sql.ts` adds for single messages and OTPs. */
const stats = `
  WITH
  accepted AS (SELECT * FROM messages),
  ended AS (SELECT *, 'first' AS carrier FROM messages),
  sent AS (SELECT user_id, key_id, livemode, created_at FROM otps),
  verified AS (SELECT user_id, key_id, livemode, created_at FROM otps WHERE state = 'verified'),
  ${[addAcceptedStatsSql('accepted'), addSettledStatsSql('ended'), addOtpStatsSql('otp_sent', 'sent'), addOtpStatsSql('otp_verified', 'verified')].map((sql, i) => sql.replace('added_stats', `added_${i}`)).join(',')}
  SELECT 1`;

/** Calculates the daily statistics of inserted messages, then runs VACUUM ANALYZE for the query planner. */
export async function backfillStats({ database }: Dakiya): Promise<void> {
  await database.query(stats);
  await database.query('VACUUM ANALYZE');
}
