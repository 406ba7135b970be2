import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { createBatch } from '#platform/batch.ts';
import { query } from '#platform/db.ts';
import type { PartRow } from '../contract.ts';
import { chooseSql, matchedRowsSql, settleSql } from './match-sql.ts';
import { type MatchedReceipt, reportMatches } from './report-receipts.ts';
import { isTemporary, retryRejected } from './retry-rejected.ts';

/** Receipts are locked before they are paired, and leave the inbox when they are matched. */
const matchStored = `
  WITH wanted AS (
    SELECT * FROM receipt_inbox WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE
  ),
  ${chooseSql},
  matched AS (
    DELETE FROM receipt_inbox AS r USING chosen WHERE r.id = chosen.id RETURNING chosen.*
  ),
  ${settleSql}
  ${matchedRowsSql}`;

/**
 * SQL: the verdict by which a receipt of the inbox may have its segment sent again. One that stands for a whole text
 * settles it: of its segments none would be missing alone.
 */
export const pendingVerdictSql = 'CASE WHEN NOT settles_all THEN verdict END AS verdict';

/** The receipts that arrived before their parts were recorded. Nearly always none, so it is a statement of its own. */
const early = `
  SELECT r.id, p.place, ${pendingVerdictSql} FROM receipt_inbox AS r
  JOIN unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS p(carrier, carrier_message_id, recipient, place)
    ON r.carrier = p.carrier AND r.carrier_message_id = p.carrier_message_id
      AND r.recipient IN (substr(p.recipient, 2), '')
  WHERE r.carrier_message_id <> ''`;

/** As for receipts that come in: no job waits for a single one. */
const batch = { max: 1_000, minIntervalMs: 30 };

const matchReceipt = createBatch(async (ids: number[]) => {
  const matches = await query<MatchedReceipt>('match-stored-receipts', matchStored, [
    ids,
    ...liveIds(),
  ]);
  reportMatches(matches);
  const left = new Set(matches.map(({ id }) => id));
  // The same receipt twice in one flush, asked for by itself and by its part: the first gets the match.
  return ids.map((id) => left.delete(id));
}, batch);

/** A receipt of the inbox. */
export type StoredReceipt = { id: number; verdict: string | null };

/** What identifies the receipts of a part. */
type SentPart = Pick<PartRow, 'carrier' | 'recipient'> & { carrier_message_id: string };

const findEarlyReceipts = createBatch(async (parts: SentPart[]) => {
  const found = await query<StoredReceipt & { place: number }>('early-receipts', early, [
    parts.map(({ carrier }) => carrier),
    parts.map(({ carrier_message_id }) => carrier_message_id),
    parts.map(({ recipient }) => recipient),
  ]);
  const receipts = parts.map((): StoredReceipt[] => []);
  for (const { place, ...receipt } of found) receipts[place - 1]?.push(receipt);
  return receipts;
}, batch);

/**
 * Matches one receipt of the inbox: its message is sent again, or settled.
 *
 * @returns false if its part is not recorded yet
 */
export async function matchStoredReceipt({ id, verdict }: StoredReceipt): Promise<boolean> {
  const outcome = isTemporary(verdict) ? await retryRejected(id) : 'final';
  return outcome === 'final' ? matchReceipt(id) : outcome === 'retried';
}

/** Matches receipts that arrived before their parts were recorded. */
export async function matchPartReceipts(
  parts: Pick<PartRow, 'carrier' | 'carrier_message_id' | 'recipient'>[],
): Promise<void> {
  await Promise.all(
    parts.map(async ({ carrier, carrier_message_id, recipient }) => {
      if (carrier_message_id === null) return;
      const found = await findEarlyReceipts({ carrier, carrier_message_id, recipient });
      await Promise.all(found.map(matchStoredReceipt));
    }),
  );
}
