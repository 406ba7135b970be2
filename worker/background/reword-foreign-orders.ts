import type { BackgroundMigration } from '#domain/shared/background-migrations/run-background-migrations.ts';
import { query } from '#platform/db.ts';

/** How earlier releases ended the detail of a payment that was submitted for another user's order. */
const oldWords = ' was brought for an order of somebody else';
const newWords = " was submitted for another user's order";

const expected = `SELECT greatest(reltuples, 0)::int AS rows FROM pg_class WHERE oid = 'payment_anomalies'::regclass`;

const reword = `
  WITH batch AS (
    SELECT id, kind, detail FROM payment_anomalies WHERE id > $1 ORDER BY id LIMIT $2
  ),
  reworded AS (
    UPDATE payment_anomalies AS p SET detail = left(p.detail, -length($3)) || $4
    FROM batch WHERE p.id = batch.id AND batch.kind = 'foreign_order' AND right(batch.detail, length($3)) = $3
    RETURNING p.id
  )
  SELECT max(id) AS last, count(*) AS seen, (SELECT count(*) FROM reworded) AS done FROM batch`;

type Reworded = { last: string | null; seen: number; done: number };

/**
 * Gives anomalies of the kind `foreign_order` the words that they have today: an anomaly is recorded once per order, kind
 * and detail. No other stored reason or detail was ever worded differently.
 */
export const rewordForeignOrders: BackgroundMigration = {
  id: 'reword_foreign_orders',
  async expectRows(tx) {
    const [row] = await query<{ rows: number }>('expect-foreign-orders', expected, [], tx);
    return row?.rows ?? 0;
  },
  async runBatch(tx, { cursor, limit }) {
    const values = [cursor, limit, oldWords, newWords];
    const [row] = await query<Reworded>('reword-foreign-orders', reword, values, tx);
    const isLast = !row || row.seen < limit;
    return { cursor: isLast ? null : row.last, done: row?.done ?? 0 };
  },
};
