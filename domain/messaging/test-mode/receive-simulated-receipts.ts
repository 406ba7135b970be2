import type { Slot } from '#domain/messaging/delivery/carriers/contract.ts';
import type { ReservedMessage } from '#domain/messaging/delivery/contract.ts';
import { workerId } from '#domain/messaging/delivery/queue/worker-heartbeat.ts';
import { receiveReceipt } from '#domain/messaging/delivery/receipts/receive-receipt.ts';
import { recordLateResponse } from '#domain/messaging/delivery/record-late-response.ts';
import { query } from '#platform/db.ts';
import { getOutcome } from './magic-numbers.ts';
import { newSimulatedId } from './simulated-carrier.ts';
import { simulatedCarrier, toReceipt } from './simulated-receipt.ts';

type Part = { carrierMessageId: string | null; reference: number; recipient: string };

/** The number is that of the submit: the message's own may have been erased since. */
const listParts = `
  SELECT carrier_message_id AS "carrierMessageId", reference, substr(recipient, 2) AS recipient
  FROM message_parts WHERE message_id = $1 ORDER BY seq`;

const leaveQueue =
  'DELETE FROM message_queue WHERE message_id = $1 AND worker_id = $2 AND reservation = $3';

/**
 * Receives the receipts of a test message that was submitted, as they would come from a carrier, and takes the message out
 * of the queue. If the worker is lost in between, another one receives them once more, which changes nothing but the
 * timeline.
 *
 * @param slot is released
 * @returns null: the message is not to be looked at again
 */
export async function receiveSimulatedReceipts(
  { id, reservation }: ReservedMessage,
  slot: Slot,
): Promise<null> {
  try {
    for (const part of await query<Part>('parts-of-test-message', listParts, [id])) {
      await receive(part);
    }
  } finally {
    slot.release();
  }
  await query('end-test-message', leaveQueue, [id, workerId, reservation]);
  return null;
}

async function receive({ carrierMessageId, reference, recipient }: Part): Promise<void> {
  const { receipt } = getOutcome(`+${recipient}`);
  if (!receipt) return;
  const id = carrierMessageId ?? newSimulatedId();
  if (receipt.afterResponse) {
    const outcome = { kind: 'accepted', carrierMessageId: id } as const;
    await recordLateResponse(simulatedCarrier, { reference, recipient, outcome });
  }
  for (let copy = 0; copy < (receipt.copies ?? 1); copy += 1) {
    await receiveReceipt(toReceipt(receipt.state, id, { recipient, reference }));
  }
}
