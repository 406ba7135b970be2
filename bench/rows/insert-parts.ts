import type { Member } from '../dashboard/member.ts';
import type { Dakiya } from '../stack/dakiya.ts';

const statement = `
  INSERT INTO message_parts (
    message_id, seq, carrier, carrier_message_id, reference, recipient, state, submitted_at, receipt_at,
    receipt_status, receipt_error_code)
  SELECT id, 1, 'default', 'inserted ' || id, 1, recipient,
    (CASE state WHEN 'undelivered' THEN 'undelivered' ELSE 'delivered' END)::part_state, sent_at, settled_at,
    'DELIVRD', '000'
  FROM messages WHERE user_id = $1 AND state IN ('delivered', 'undelivered')`;

/** Inserts the segments of a member's inserted messages, with their receipts. */
export async function insertParts({ database }: Dakiya, { userId }: Member): Promise<void> {
  await database.query(statement, [userId]);
}
