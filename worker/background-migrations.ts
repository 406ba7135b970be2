import {
  type BackgroundMigration,
  listBackgroundMigrations,
} from '#domain/shared/background-migrations/run-background-migrations.ts';
import { gauge } from '#platform/metrics/instruments.ts';
import { coalesceCalls } from '#platform/promises.ts';

/** The background migrations that some installations may not have run yet. */
export const backgroundMigrations: BackgroundMigration[] = [];

/** Registers gauges of unfinished background migrations. All workers report the same values. */
export function registerBackgroundMetrics(): void {
  const all = coalesceCalls(listBackgroundMigrations, { ttlMs: 2_000, timeoutMs: 2_000 });
  const unfinished = async () => (await all())?.filter(({ finishedAt }) => !finishedAt) ?? [];
  gauge({
    name: 'dakiya_background_migration_rows',
    help: 'Rows of an unfinished background migration, by state: done, skipped, or expected in total.',
    aggregator: 'max',
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
    help: 'Consecutive failed batches of an unfinished background migration.',
    aggregator: 'max',
    labelNames: ['migration'],
    async collect(failures) {
      const found = await unfinished();
      failures.reset();
      for (const one of found) failures.set({ migration: one.id }, one.failures);
    },
  });
}
