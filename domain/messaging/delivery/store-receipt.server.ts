import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { onShutdown } from '#platform/shutdown.ts';
import type { Receipt } from './carriers/contract.ts';
import { matchStoredReceipt } from './match-receipts.server.ts';
import { countReceipt } from './receipt-metrics.server.ts';

const statement = `
  INSERT INTO receipt_inbox
    (carrier, carrier_message_id, state, status, error_code, recipient, reference, received_at)
  SELECT carrier, id, state, status, error_code, recipient, reference, $2
  FROM json_to_recordset($1::json) AS r(
    carrier text, id text, state receipt_state, status text, error_code text, recipient text,
    reference int)
  RETURNING id`;

const store = createBatch(
  async (receipts: Receipt[]) => {
    const rows = await query<{ id: number }>('store-receipts', statement, [
      JSON.stringify(
        receipts.map(({ carrierMessageId: id, errorCode: error_code, ...rest }) => ({
          ...rest,
          id,
          error_code,
        })),
      ),
      clock.now(),
    ]);
    return rows.map((row) => row.id);
  },
  { max: 1_000, minIntervalMs: 30 },
);

/** Shutdown waits for these. */
const receiptsBeingMatched = new Set<Promise<unknown>>();
onShutdown('matching of receipts', () => Promise.all(receiptsBeingMatched));

/**
 * Stores a receipt; resolves when it is committed, so that the carrier can be answered. It is
 * matched to its message right after, or later by the reconciler.
 */
export async function storeReceipt(receipt: Receipt): Promise<void> {
  const id = await store(receipt);
  countReceipt(receipt);
  const match = matchStoredReceipt(id)
    .catch((error) => logger.warn({ error }, 'receipt stored, not matched yet'))
    .finally(() => receiptsBeingMatched.delete(match));
  receiptsBeingMatched.add(match);
}
