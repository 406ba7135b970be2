import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { matchStoredReceipt } from '../match-receipts.server.ts';
import { fitsInTime } from '../receipt-fits-sql.ts';

/** A receipt that has waited so long was missed by whoever should have matched it. */
const waitMs = 1_000;

/**
 * Receipts that have waited longer are looked at less often: nearly all of them are of messages that are not ours,
 * and may be very many. A part that becomes known looks for its receipts itself, however old they are.
 */
const youngMs = 10 * 60_000;

/** Receipts of messages that are not ours, or too old, are kept for so long. */
const keepMs = 7 * 24 * 3_600_000;

/**
 * A part whose answer was lost takes the id from the receipt that echoes its reference. A reference
 * has 16 bits, so several parts to one number may have it: the newest of those that are not settled
 * takes the id, and of several receipts the first gives it.
 */
const adopt = `
  WITH newest AS (
    SELECT DISTINCT ON (r.id) r.id, r.carrier_message_id, p.message_id, p.seq
    FROM message_parts AS p
    JOIN receipt_inbox AS r ON r.carrier = p.carrier AND r.reference = p.reference
      AND r.recipient = substr(p.recipient, 2)
    JOIN messages AS m ON m.id = p.message_id AND ${fitsInTime('r', 'm')}
    WHERE p.carrier_message_id IS NULL AND p.state IN ('sent', 'unknown')
      AND r.received_at BETWEEN $1 AND $2 AND r.carrier_message_id <> ''
    ORDER BY r.id, p.message_id DESC, p.seq DESC
  ),
  first AS (
    SELECT DISTINCT ON (message_id, seq) * FROM newest ORDER BY message_id, seq, id
  )
  UPDATE message_parts AS p SET carrier_message_id = first.carrier_message_id
  FROM first
  WHERE p.message_id = first.message_id AND p.seq = first.seq AND p.carrier_message_id IS NULL`;

const waiting = `
  SELECT r.id FROM receipt_inbox AS r
  WHERE r.received_at BETWEEN $1 AND $2 AND EXISTS (
    SELECT FROM message_parts AS p JOIN messages AS m ON m.id = p.message_id
    WHERE p.carrier = r.carrier AND p.carrier_message_id = r.carrier_message_id
      AND p.recipient = '+' || r.recipient AND ${fitsInTime('r', 'm')})
  ORDER BY r.id LIMIT 1000`;

const purge = 'DELETE FROM receipt_inbox WHERE received_at < $1 RETURNING id';

/**
 * Matches receipts that wait in the inbox: by the carrier's id and the recipient, or by our reference
 * and the recipient where the answer with the id was lost.
 *
 * @returns how many were matched
 */
export function matchPendingReceipts(): Promise<number> {
  return matchReceivedSince(clock.now().getTime() - youngMs);
}

/**
 * As `matchPendingReceipts`, however old they are. With 100,000 receipts that fit nothing it takes PostgreSQL a second.
 *
 * @returns how many were matched
 */
export function matchLongWaiting(): Promise<number> {
  return matchReceivedSince(0);
}

/** @param since in milliseconds since 1970 */
async function matchReceivedSince(since: number): Promise<number> {
  const received = [new Date(since), new Date(clock.now().getTime() - waitMs)];
  await query('adopt-receipts', adopt, received);
  const rows = await query<{ id: number }>('waiting-receipts', waiting, received);
  const matched = await Promise.all(rows.map(({ id }) => matchStoredReceipt(id)));
  return matched.filter(Boolean).length;
}

/** Deletes receipts that have fitted nothing for so long. @returns how many */
export async function purgeReceipts(): Promise<number> {
  const rows = await query('purge-receipts', purge, [new Date(clock.now().getTime() - keepMs)]);
  return rows.length;
}
