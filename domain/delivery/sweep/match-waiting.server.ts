import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { matchStoredReceipt } from '../match-receipts.server.ts';

/** A receipt that has waited so long was missed by whoever should have matched it. */
const waitMs = 1_000;

/** Receipts of messages that are not ours, or too old, are kept for so long. */
const keepMs = 7 * 24 * 3_600_000;

/** A part whose answer was lost takes the id from the receipt that echoes its reference. */
const adopt = `
  UPDATE message_parts AS p SET carrier_message_id = r.carrier_message_id
  FROM receipt_inbox AS r
  WHERE r.received_at < $1 AND r.reference IS NOT NULL AND r.carrier_message_id <> ''
    AND p.carrier_message_id IS NULL AND p.recipient = '+' || r.recipient
    AND p.carrier = r.carrier AND p.reference = r.reference`;

const waiting = `
  SELECT r.id FROM receipt_inbox AS r JOIN message_parts AS p
    ON p.carrier = r.carrier AND p.carrier_message_id = r.carrier_message_id
  WHERE r.received_at < $1 ORDER BY r.id LIMIT 1000`;

const forget = 'DELETE FROM receipt_inbox WHERE received_at < $1';

/**
 * Matches receipts that wait in the inbox: by the carrier's id, or by our reference where the
 * answer with the id was lost.
 *
 * @returns how many were matched
 */
export async function matchWaiting(): Promise<number> {
  const now = clock.now().getTime();
  const before = new Date(now - waitMs);
  await query('adopt-receipts', adopt, [before]);
  const rows = await query<{ id: number }>('waiting-receipts', waiting, [before]);
  const matched = await Promise.all(rows.map(({ id }) => matchStoredReceipt(id)));
  await query('forget-receipts', forget, [new Date(now - keepMs)]);
  return matched.filter(Boolean).length;
}
