import { secretColumn } from '#domain/identity/api-keys/create-key.ts';
import { addressColumn } from '#domain/notifications/channels/channel-address.ts';
import {
  type BackgroundMigration,
  listBackgroundMigrations,
} from '#domain/shared/background-migrations/run-background-migrations.ts';
import { boundPrefix } from '#platform/crypto.ts';
import { query } from '#platform/db.ts';
import { countOutdated, type EncryptedColumn, reencryptBatch } from '#platform/encrypted-column.ts';
import { logger } from '#platform/logger.ts';
import { gauge } from '#platform/metrics/instruments.ts';
import { coalesceCalls } from '#platform/promises.ts';

/**
 * Binds the values of a column to their rows, which earlier releases did not do (ADR 038): until then, anyone who can
 * write to the database can copy a value into a row of their own and have it shown to them.
 */
function bindEncryptedValues(id: string, column: EncryptedColumn): BackgroundMigration {
  return {
    id,
    expectRows: (tx) => countOutdated(column, boundPrefix, tx),
    async runBatch(tx, { cursor, limit }) {
      const batch = await reencryptBatch(column, { prefix: boundPrefix, after: cursor, limit }, tx);
      const { last, done, unreadable } = batch;
      if (unreadable.length > 0) {
        logger.error({ id, rows: unreadable }, 'no key of ENCRYPTION_KEYS decrypts these values');
      }
      return { cursor: last, done, skipped: unreadable.length };
    },
  };
}

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

/**
 * Every background migration that may not have ended. Codes and texts of messages are encrypted, too, and erased
 * within minutes.
 */
export const backgroundMigrations: BackgroundMigration[] = [
  bindEncryptedValues('bind_api_keys', secretColumn),
  bindEncryptedValues('bind_notification_addresses', addressColumn),
  rewordForeignOrders,
];

/** Registers gauges of the background migrations that have not ended. All workers report the same values. */
export function registerBackgroundMetrics(): void {
  const all = coalesceCalls(listBackgroundMigrations, { ttlMs: 2_000, timeoutMs: 2_000 });
  const unfinished = async () => (await all())?.filter(({ finishedAt }) => !finishedAt) ?? [];
  gauge({
    name: 'dakiya_background_migration_rows',
    help: 'Rows of a background migration that has not ended, by state: done, skipped, or expected in all.',
    labelNames: ['migration', 'state'],
    async collect(rows) {
      const found = await unfinished();
      rows.reset();
      for (const { id: migration, rowsDone, rowsSkipped, rowsExpected } of found) {
        rows.set({ migration, state: 'done' }, Number(rowsDone));
        rows.set({ migration, state: 'skipped' }, Number(rowsSkipped));
        rows.set({ migration, state: 'expected' }, Number(rowsExpected ?? 0));
      }
    },
  });
  gauge({
    name: 'dakiya_background_migration_failures',
    help: 'Failed batches in a row of a background migration that has not ended.',
    labelNames: ['migration'],
    async collect(failures) {
      const found = await unfinished();
      failures.reset();
      for (const one of found) failures.set({ migration: one.id }, one.failures);
    },
  });
}
