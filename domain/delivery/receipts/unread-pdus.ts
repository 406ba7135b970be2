import { query, type SqlClient, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import type { UnreadPdu } from '../carriers/contract.ts';

/** Maximum rows per carrier and hour: enough for a diagnosis, but too few to fill a disk. */
const maxPerHour = 500;

/** Maximum octets that are kept of one PDU; a receipt has a few hundred. */
const maxOctets = 4_096;

/** How long rows are kept; the same time as for unmatched receipts. */
const retention = '7 days';

const shown = 50;

const unread = counter<'carrier' | 'kept'>({
  name: 'dakiya_unread_pdus_total',
  help: 'deliver_sm and data_sm PDUs that could not be read. The first 500 per hour and carrier are kept; for the others, the label "kept" is "no".',
  labelNames: ['carrier', 'kept'],
});

const hasRoom = `
  SELECT count(*) < ${maxPerHour} AS "hasRoom" FROM (
    SELECT FROM unread_pdus WHERE carrier = $1 AND received_at > now() - interval '1 hour' LIMIT ${maxPerHour}) AS recent`;

const keep = `
  INSERT INTO unread_pdus (carrier, reason, octets) VALUES ($1, $2, $3)`;

/**
 * Stores the octets of a PDU that cannot be read. Resolves when the PDU is stored, or dropped because the carrier has reached
 * `maxPerHour`.
 */
export async function keepUnread(pdu: UnreadPdu): Promise<void> {
  const { carrier, reason } = pdu;
  const isKept = await keepIfRoom(pdu);
  unread.inc({ carrier, kept: isKept ? 'yes' : 'no' });
  if (!isKept)
    logger.warn({ carrier, reason }, 'did not keep a PDU, because the limit per hour is reached');
}

/** Counts again under a lock. Without the lock, concurrent PDUs would see the same count and together exceed the limit. */
async function keepIfRoom({ carrier, reason, octets }: UnreadPdu): Promise<boolean> {
  if (!(await hasRoomFor(carrier))) return false;
  return transaction(
    async (tx) => {
      if (!(await hasRoomFor(carrier, tx))) return false;
      await query('keep-unread-pdu', keep, [carrier, reason, octets.subarray(0, maxOctets)], tx);
      return true;
    },
    { lock: `unread-pdus:${carrier}` },
  );
}

async function hasRoomFor(carrier: string, tx?: SqlClient): Promise<boolean> {
  const [row] = await query<{ hasRoom: boolean }>('unread-pdus-room', hasRoom, [carrier], tx);
  return row?.hasRoom === true;
}

/** Lists the latest PDUs of a carrier. */
export const listUnread = (
  carrier: string,
): Promise<{ receivedAt: Date; reason: string; octets: Buffer }[]> =>
  query(
    'unread-pdus',
    `SELECT received_at AS "receivedAt", reason, octets FROM unread_pdus
     WHERE carrier = $1 ORDER BY received_at DESC, id DESC LIMIT ${shown}`,
    [carrier],
  );

/** Deletes PDUs past their retention. @returns how many */
export async function purgeUnread(): Promise<number> {
  const purge = `DELETE FROM unread_pdus WHERE received_at < now() - interval '${retention}' RETURNING id`;
  return (await query('purge-unread-pdus', purge, [])).length;
}
