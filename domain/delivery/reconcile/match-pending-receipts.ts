import { isLiveSql, liveIds } from '#domain/messaging/months/live-ids.ts';
import { query } from '#platform/db.ts';
import { receiptInTimeSql } from '../receipts/match-sql.ts';
import {
  matchStoredReceipt,
  pendingVerdictSql,
  type StoredReceipt,
} from '../receipts/match-stored-receipts.ts';

/** A receipt older than this was missed by the regular matching. Ages and receipt times are both by PostgreSQL's clock. */
const grace = '1 second';

/**
 * Receipts older than this are checked less often: nearly all belong to messages that are not ours, and there may be very
 * many. A part that is recorded later matches its receipts itself, regardless of their age.
 */
const recent = '10 minutes';

/** Retention of unmatched receipts. */
const retention = '7 days';

/** SQL condition: a receipt `r` is older than `grace`, and not older than the age $1, if that is given. */
const isWaiting = `r.received_at BETWEEN coalesce(now() - $1::interval, '-infinity') AND now() - interval '${grace}'`;

/**
 * A part whose response was lost, or had no id, gets its id from the receipt that echoes its reference. If the receipt has
 * no id either, both get an id of ours. A reference has 16 bits, so several parts to one number may share it: the newest
 * unsettled part gets the id, from the first of several receipts.
 */
const adopt = `
  WITH newest AS (
    SELECT DISTINCT ON (r.id) r.id, r.carrier_message_id, p.message_id, p.seq
    FROM message_parts AS p
    JOIN receipt_inbox AS r ON r.carrier = p.carrier AND r.reference = p.reference
      AND r.recipient = substr(p.recipient, 2)
    JOIN messages AS m ON m.id = p.message_id AND ${isLiveSql('m.id', 2)} AND ${receiptInTimeSql('r', 'm')}
    WHERE ${isLiveSql('p.message_id', 2)} AND p.carrier_message_id IS NULL AND p.state IN ('sent', 'unknown')
      AND ${isWaiting}
    ORDER BY r.id, p.message_id DESC, p.seq DESC
  ),
  first AS (
    SELECT DISTINCT ON (message_id, seq) * FROM newest ORDER BY message_id, seq, id
  ),
  nameless AS (
    UPDATE receipt_inbox AS r SET carrier_message_id = 'reference-' || r.id
    FROM first WHERE r.id = first.id AND r.carrier_message_id = ''
  )
  UPDATE message_parts AS p
  SET carrier_message_id = coalesce(nullif(first.carrier_message_id, ''), 'reference-' || first.id)
  FROM first
  WHERE p.message_id = first.message_id AND p.seq = first.seq AND p.carrier_message_id IS NULL
    AND ${isLiveSql('p.message_id', 2)}`;

/** How long the part of a receipt without an id is searched for: each search reads all open parts. */
const namelessFor = '1 hour';

/**
 * A receipt without an id gets the id of the newest open part whose reference it echoes. There is no index for this search:
 * it would slow down every message, and hardly any carrier sends such receipts. The open parts are read once for all these
 * receipts.
 */
const nameReceipts = `
  UPDATE receipt_inbox AS r SET carrier_message_id = found.carrier_message_id
  FROM (
    SELECT DISTINCT ON (r.id) r.id, p.carrier_message_id
    FROM message_parts AS p
    JOIN receipt_inbox AS r ON r.carrier = p.carrier AND r.reference = p.reference AND p.recipient = '+' || r.recipient
    JOIN messages AS m ON m.id = p.message_id AND ${isLiveSql('m.id', 2)} AND ${receiptInTimeSql('r', 'm')}
    WHERE ${isLiveSql('p.message_id', 2)} AND p.state IN ('sent', 'unknown') AND p.carrier_message_id IS NOT NULL
      AND r.carrier_message_id = '' AND ${isWaiting}
    ORDER BY r.id, p.message_id DESC, p.seq DESC
  ) AS found
  WHERE r.id = found.id AND r.carrier_message_id = ''`;

const isNamelessWaiting = `
  SELECT FROM receipt_inbox AS r WHERE r.carrier_message_id = '' AND r.reference IS NOT NULL AND ${isWaiting} LIMIT 1`;

const waiting = `
  SELECT r.id, ${pendingVerdictSql} FROM receipt_inbox AS r
  WHERE ${isWaiting} AND EXISTS (
    SELECT FROM message_parts AS p JOIN messages AS m ON m.id = p.message_id
    WHERE ${isLiveSql('p.message_id', 2)} AND ${isLiveSql('m.id', 2)} AND p.carrier = r.carrier AND p.carrier_message_id = r.carrier_message_id
      AND (p.recipient = '+' || r.recipient OR r.recipient = '') AND ${receiptInTimeSql('r', 'm')})
  ORDER BY r.id LIMIT 1000`;

const purge = `DELETE FROM receipt_inbox WHERE received_at < now() - interval '${retention}' RETURNING id`;

/**
 * Matches receipts left in the inbox: by the carrier's id and recipient, or by our reference and
 * recipient if the response with the id was lost.
 *
 * @returns how many were matched
 */
export function matchPendingReceipts(): Promise<number> {
  return matchReceived(recent);
}

/**
 * Like `matchPendingReceipts`, for receipts of any age, including receipts without an id. With 100,000 unmatched receipts it
 * takes PostgreSQL a second.
 *
 * @returns how many were matched
 */
export async function matchLongWaiting(): Promise<number> {
  const nameless = await query('receipts-without-id', isNamelessWaiting, [namelessFor]);
  if (nameless.length > 0) await query('name-receipts', nameReceipts, [namelessFor, ...liveIds()]);
  return matchReceived(null);
}

/** @param age the maximum age of receipts, as an interval; null for any */
async function matchReceived(age: string | null): Promise<number> {
  await query('adopt-receipts', adopt, [age, ...liveIds()]);
  const rows = await query<StoredReceipt>('waiting-receipts', waiting, [age, ...liveIds()]);
  const matched = await Promise.all(rows.map(matchStoredReceipt));
  return matched.filter(Boolean).length;
}

/** Deletes unmatched receipts past their retention. @returns how many */
export async function purgeReceipts(): Promise<number> {
  const rows = await query('purge-receipts', purge, []);
  return rows.length;
}
