import { root } from '../root.ts';
import { startPostgres } from '../services/postgres.ts';
import { applyMigrations } from './apply.ts';
import { filters, withEngine } from './engine.ts';
import { readMigrations, readSchema } from './history.ts';

/** `sql` is empty if there is no difference; `summary` describes it in words. */
export type SchemaDiff = { sql: string; summary: string };

/**
 * The changes of schema.prisma since the migrations. The migrations are applied in an empty PostgreSQL of our
 * own, so that no database of the user is touched.
 *
 * Partial indexes and CHECK constraints are written by hand, because schema.prisma cannot express them: the
 * engine neither sees nor drops them.
 *
 * @param names the migrations to start from; all of them by default
 */
export async function diffSchema(names?: string[]): Promise<SchemaDiff> {
  const postgres = await startPostgres({ dataDir: '', log: () => undefined, throwaway: true });
  try {
    await applyMigrations(postgres.url(), { migrations: await readMigrations(names) });
    const schema = await readSchema();
    // "Datasource" is the database that the engine is connected to.
    const from = { tag: 'schemaDatasource' as const, ...schema, configDir: root };
    const to = { tag: 'schemaDatamodel' as const, ...schema };
    return await withEngine(postgres.url(), async (engine) => {
      const compare = (script: boolean) =>
        engine.diff({ from, to, script, exitCode: true, filters });
      const { exitCode, stdout } = await compare(true);
      if (exitCode === 0) return { sql: '', summary: '' };
      return { sql: stdout ?? '', summary: (await compare(false)).stdout ?? '' };
    });
  } finally {
    await postgres.stop();
  }
}
