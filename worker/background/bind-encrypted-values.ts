import type { BackgroundMigration } from '#domain/shared/background-migrations/run-background-migrations.ts';
import { boundPrefix } from '#platform/crypto.ts';
import type { EncryptedColumn } from '#platform/encrypted-column.ts';
import { logger } from '#platform/logger.ts';
import { countOutdated, reencryptBatch } from '#platform/reencrypt-column.ts';

/**
 * Binds the values of a column to their rows, which earlier releases did not do (ADR 038): until then, anyone who can
 * write to the database can copy a value into a row of their own and have it shown to them.
 */
export function bindEncryptedValues(id: string, column: EncryptedColumn): BackgroundMigration {
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
