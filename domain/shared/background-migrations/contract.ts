import type { SqlClient } from '#platform/db.ts';

/** The result of a batch. */
export type Batch = {
  /** Where the next batch begins; null if there is none. */
  cursor: string | null;
  /** Rows that were changed. */
  done: number;
  /** Rows that cannot be changed, which the migration has logged. */
  skipped?: number;
};

/**
 * A change of many rows, in batches. It begins when a migration has inserted its id into `background_migrations`.
 * Earlier releases that write rows of the old form must be gone by then: what they write behind the cursor stays.
 */
export type BackgroundMigration = {
  id: string;
  /**
   * Roughly how many rows will be changed, asked before the first batch. It must take less than ten seconds: of a large
   * table, take `reltuples` of `pg_class`.
   */
  expectRows: (tx: SqlClient) => Promise<number>;
  /**
   * Changes up to `limit` rows, beginning at `cursor`, which is empty at first. Everything happens in `tx`, which also
   * records the progress: a batch happens as a whole or not at all.
   */
  runBatch: (tx: SqlClient, from: { cursor: string; limit: number }) => Promise<Batch>;
};
