import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type ErrorRegistry,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { root } from '../root.ts';
import { startPostgres } from '../services/postgres.ts';
import { applyMigrations } from './apply.ts';
import { migrationNames, readMigrations, readSchema, sqlFile } from './history.ts';

/** Excludes no table or enum, because our migrations manage all of them. */
export const filters = { externalTables: [], externalEnums: [] };

/**
 * Runs `work` with the WebAssembly edition of Prisma's schema engine. It needs no download, and writes the same
 * `_prisma_migrations` table as `prisma migrate`.
 *
 * @param url the database to work on
 */
export async function withEngine<T>(
  url: string,
  work: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  await load();
  const { adapter: plain, close } = catalogueAdapter(url);
  const adapter = bindMigrationAwareSqlAdapterFactory(plain);
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels: undefined },
      () => undefined,
      adapter,
    );
    return await work(engine).finally(() => engine.free());
  } catch (error) {
    throw cause(error, adapter.errorRegistry);
  } finally {
    await close();
  }
}

/** Returns the error to which the engine's `External error id#0` refers. */
function cause(error: unknown, registry: ErrorRegistry): unknown {
  const ticket = /External error id#(\d+)/.exec(String(error))?.[1];
  return (ticket && registry.consumeError(Number(ticket))?.error) || error;
}

let loading: Promise<void> | undefined;

/** Loads the WebAssembly module once. The package expects a bundler to do this. */
function load(): Promise<void> {
  loading ??= (async () => {
    const require = createRequire(import.meta.url);
    const script = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const { instance } = await WebAssembly.instantiate(
      await readFile(script.replace(/\.js$/, '.wasm')),
      { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports },
    );
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
  })();
  return loading;
}

/** The type "char" with quotes: one byte, which PostgreSQL's catalogue uses for flags. */
const flagType = 18;

/**
 * Creates Prisma's PostgreSQL adapter, extended to read PostgreSQL's catalogue. The original adapter fails at the type
 * "char", which the schema engine queries and expects as a character.
 *
 * @param url the database's URL
 * @returns the adapter, and `close`, which ends its connections
 */
function catalogueAdapter(url: string) {
  /** For each query, by its text: the positions of the result's columns that have the type "char". */
  const flags = new Map<string, number[]>();
  const pool = new pg.Pool({ connectionString: url });
  const query = pool.query.bind(pool);
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig) {
      const result = await query(config);
      const found = result.fields.flatMap((field, i) => (field.dataTypeID === flagType ? [i] : []));
      flags.set(config.text, found);
      // Declares these columns to the adapter with a type that the adapter supports (text).
      for (const i of found) Object.assign(result.fields[i] ?? {}, { dataTypeID: 25 });
      return result;
    },
  });

  class CatalogueAdapter extends PrismaPg {
    override async connect() {
      const connection = await super.connect();
      const queryRaw = connection.queryRaw.bind(connection);
      return Object.assign(connection, {
        async queryRaw(asked: SqlQuery) {
          const result = await queryRaw(asked);
          for (const i of flags.get(asked.sql) ?? [])
            result.columnTypes[i] = ColumnTypeEnum.Character;
          return result;
        },
      });
    }
  }
  return { adapter: new CatalogueAdapter(pool), close: () => pool.end() };
}

/**
 * A difference between the migrations and schema.prisma. `summary` describes it in words; `sql` is empty if there is none.
 */
export type SchemaDiff = { sql: string; summary: string };

/**
 * Compares schema.prisma with the migrations. Applies the migrations to a new, empty PostgreSQL, so that none of the user's
 * databases is touched.
 *
 * Partial indexes and CHECK constraints are written by hand, because schema.prisma cannot express them. The engine ignores
 * these and does not drop them.
 *
 * @param names the migrations to start from; all of them by default
 */
export async function diffSchema(names?: string[]): Promise<SchemaDiff> {
  const postgres = await startPostgres({ dataDir: '', log: () => undefined, throwaway: true });
  try {
    await applyMigrations(postgres.url(), { migrations: await readMigrations(names) });
    const schema = await readSchema();
    // "Datasource" means the database to which the engine is connected.
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

/** Separates the engine's SQL from SQL written by hand; see `redraftMigration`. */
const byHand = '\n-- By hand: ';

/**
 * Writes a migration with the changes of schema.prisma since the last migration.
 *
 * @param name a description of the change, such as `add_webhooks`
 * @returns the new file, or null if there is nothing to write
 */
export async function newMigration(name: string): Promise<string | null> {
  const { sql } = await diffSchema();
  if (!sql) return null;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = sqlFile(`${stamp}_${name}`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, sql);
  return file;
}

/**
 * Rewrites the newest migration from schema.prisma, before it is applied anywhere. The part below the line `-- By hand`
 * stays.
 *
 * @returns the file, or null if there is no migration
 */
export async function redraftMigration(): Promise<string | null> {
  const names = await migrationNames();
  const newest = names.pop();
  if (!newest) return null;
  const { sql } = await diffSchema(names);
  const file = sqlFile(newest);
  const [, ...kept] = (await readFile(file, 'utf8')).split(byHand);
  await writeFile(file, [sql, ...kept].join(byHand));
  return file;
}
