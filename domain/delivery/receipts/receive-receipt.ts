import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { createBatch } from '#platform/batch.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { backgroundWork } from '#platform/shutdown.ts';
import type { Receipt } from '../carriers/contract.ts';
import { chooseSql, matchedRowsSql, settleSql } from './match-sql.ts';
import {
  countReceipt,
  isTemporary,
  type MatchedReceipt,
  matchStoredReceipt,
  pendingVerdictSql,
  reportMatches,
  type StoredReceipt,
} from './match-stored-receipts.ts';

/**
 * The receipts of $1, with the current time by PostgreSQL's clock. With the time of a worker's clock, a receipt could seem
 * older than its message.
 */
const wanted = `
  wanted AS (
    SELECT r.*, now() AS received_at
    FROM json_to_recordset($1::json) AS r(
      id int, carrier text, carrier_message_id text, state receipt_state, status text, error_code text,
      error_text text, verdict text, recipient text, reference int, settles_all boolean)
  )`;

const columns =
  'carrier, carrier_message_id, state, status, error_code, error_text, verdict, recipient, reference, settles_all, received_at';

/** Matches receipts. Stores receipts without a recorded part in the inbox, and returns their inbox ids. */
const statement = `
  WITH ${wanted},
  ${chooseSql},
  matched AS (SELECT * FROM chosen),
  stored AS (
    INSERT INTO receipt_inbox (${columns})
    SELECT ${columns} FROM wanted WHERE id NOT IN (SELECT id FROM matched) ORDER BY id
    RETURNING id
  ),
  ${settleSql},
  result AS (${matchedRowsSql})
  SELECT *, NULL::bigint AS "storedAs" FROM result
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, id FROM stored`;

/** Stores receipts in the inbox if their message may be sent again. */
const store = `
  WITH ${wanted}
  INSERT INTO receipt_inbox (${columns}) SELECT ${columns} FROM wanted ORDER BY id RETURNING id, ${pendingVerdictSql}`;

type Row = ({ storedAs: null } & MatchedReceipt) | { storedAs: number };

/** A received receipt, or the answer to a query. */
type Received = { receipt: Receipt; isAnswer: boolean };

/** The interval is longer than for submits, because no job waits for a single receipt. */
const batch = { max: 1_000, minIntervalMs: 30 };

const receive = createBatch(async (received: Received[]) => {
  const rows = await query<Row>('receive-receipts', statement, [
    JSON.stringify(received.map(({ receipt }, id) => toRow(receipt, id))),
    ...liveIds(),
  ]);
  const matches = rows.filter((row) => row.storedAs === null);
  // The time of our query says nothing about how long the carrier took to deliver the message.
  reportMatches(
    matches.map((row) => (received[row.id]?.isAnswer ? { ...row, sentAt: null } : row)),
  );
  for (const { storedAs: id } of rows) if (id !== null) lookAgain({ id, verdict: null });
  return received.map(() => null);
}, batch);

const storeForNow = createBatch(async (receipts: Receipt[]) => {
  const rows = await query<StoredReceipt>('store-receipts', store, [
    JSON.stringify(receipts.map(toRow)),
  ]);
  for (const row of rows) lookAgain(row);
  return receipts.map(() => null);
}, batch);

const toRow = (
  { carrierMessageId, errorCode, errorText, settlesAll = false, ...receipt }: Receipt,
  id: number,
) => ({
  ...receipt,
  id,
  carrier_message_id: carrierMessageId,
  error_code: errorCode,
  error_text: errorText,
  settles_all: settlesAll,
});

const inBackground = backgroundWork('matching of receipts');

/**
 * Searches for the part of a stored receipt again. If the part and the receipt were written at the same time, neither
 * transaction saw the row of the other. If the part is recorded later, that transaction finds the receipt in the inbox.
 */
function lookAgain(receipt: StoredReceipt): void {
  inBackground(
    matchStoredReceipt(receipt).catch((error) =>
      logger.warn({ error }, 'receipt stored, not matched yet'),
    ),
  );
}

/**
 * Matches a receipt to its message, or stores it until the part of its message is recorded. Resolves after the commit, when the
 * receipt may be acknowledged.
 */
export async function receiveReceipt(receipt: Receipt): Promise<void> {
  if (isTemporary(receipt.verdict ?? null) && !receipt.settlesAll) await storeForNow(receipt);
  else await receive({ receipt, isAnswer: false });
  countReceipt(receipt);
}

/**
 * Records a carrier's answer to a query as if it were a receipt. The metrics do not count it as a receipt, so that they show
 * when a carrier sends no receipts.
 */
export async function recordAnswer(answer: Receipt): Promise<void> {
  await receive({ receipt: answer, isAnswer: true });
}
