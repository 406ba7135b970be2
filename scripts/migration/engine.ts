import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  bindMigrationAwareSqlAdapterFactory,
  type ErrorRegistry,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { catalogueAdapter } from './catalogue-adapter.ts';

/** Tables and enums that are not managed by us: none. */
export const filters = { externalTables: [], externalEnums: [] };

/**
 * Gives access to Prisma's schema engine in its WebAssembly edition, which needs no download and writes the
 * same `_prisma_migrations` table as the `prisma migrate` command.
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

/** The error behind the engine's `External error id#0`, which is only a reference to it. */
function cause(error: unknown, registry: ErrorRegistry): unknown {
  const ticket = /External error id#(\d+)/.exec(String(error))?.[1];
  return (ticket && registry.consumeError(Number(ticket))?.error) || error;
}

let loading: Promise<void> | undefined;

/** Loads the module once, by hand, since the package expects a bundler to do it. */
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
