import { isLiveSql, liveIds } from '#domain/messaging/months/live-ids.ts';
import { query } from '#platform/db.ts';
import { receiptInTimeSql } from '../receipts/match-sql.ts';
import {
  matchStoredReceipt,
  pendingVerdictSql,
  type StoredReceipt,
} from '../receipts/match-stored-receipts.ts';

/**
 * If a receipt is still in the inbox after this time, the regular matching has missed it. PostgreSQL's clock gives both
 * the time of a receipt and the current time.
 */
const grace = '1 second';

/**
 * Receipts older than this are checked less often: there may be very many, and nearly all belong to messages of other senders.
 * When a part is recorded later, its receipts are matched at once, regardless of their age.
 */
const recent = '10 minutes';

/** Retention of unmatched receipts. */
const retention = '7 days';

/** SQL condition: the receipt `r` is older than `grace`, and not older than the interval $1 if $1 is not null. */
const isWaiting = `r.received_at BETWEEN coalesce(now() - $1::interval, '-infinity') AND now() - interval '${grace}'`;

/**
 * Gives an id to a part whose response was lost or had no id: the part gets the id of the receipt that echoes its reference. If
 * the receipt has no id either, part and receipt get an invented id. A reference has only 16 bits, so several parts to the same
 * number may share a reference. In that case the newest unsettled part gets the id. If several receipts echo the reference, the
 * part gets the id of the first receipt.
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

/** How long we search for the part of a receipt without an id. The time is short because each search reads all open parts. */
const namelessFor = '1 hour';

/**
 * Gives a receipt without an id the id of the newest open part whose reference it echoes. There is no index for this search,
 * because an index would slow down every message, and hardly any carrier sends such receipts. One search reads the open parts
 * once for all receipts without an id.
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
 * Matches receipts left in the inbox: by the carrier's id and the recipient, or, if the response with the id was lost, by our
 * reference and the recipient.
 *
 * @returns how many were matched
 */
export function matchPendingReceipts(): Promise<number> {
  return matchReceived(recent);
}

/**
 * Like `matchPendingReceipts`, for receipts of any age, including receipts without an id. With 100,000 unmatched receipts, this
 * takes PostgreSQL a second.
 *
 * @returns how many were matched
 */
export async function matchLongWaiting(): Promise<number> {
  const nameless = await query('receipts-without-id', isNamelessWaiting, [namelessFor]);
  if (nameless.length > 0) await query('name-receipts', nameReceipts, [namelessFor, ...liveIds()]);
  return matchReceived(null);
}

/** @param age the maximum age of receipts, as an interval; null for any age */
async function matchReceived(age: string | null): Promise<number> {
  await query('adopt-receipts', adopt, [age, ...liveIds()]);
  const rows = await query<StoredReceipt>('waiting-receipts', waiting, [age, ...liveIds()]);
  const matched = await Promise.all(rows.map(matchStoredReceipt));
  return matched.filter(Boolean).length;
}

/** Deletes unmatched receipts past their retention. @returns the number of deleted receipts */
export async function purgeReceipts(): Promise<number> {
  const rows = await query('purge-receipts', purge, []);
  return rows.length;
}

/**
 * A receipt that is still unmatched after this time will probably never match a message, because the response to its submit
 * would have arrived long ago.
 */
const overdue = '5 minutes';

const listed = 50;

/** A stored receipt whose id and phone number match no submit. */
export type UnmatchedReceipt = {
  receivedAt: Date;
  carrierMessageId: string;
  recipient: string;
  status: string;
};

/** Lists the latest receipts of a carrier that match no message. */
export const listUnmatched = (carrier: string): Promise<UnmatchedReceipt[]> =>
  query(
    'unmatched-receipts',
    `SELECT received_at AS "receivedAt", carrier_message_id AS "carrierMessageId", recipient, status FROM receipt_inbox
     WHERE carrier = $1 AND received_at < now() - interval '${overdue}'
     ORDER BY received_at DESC, id DESC LIMIT ${listed}`,
    [carrier],
  );
