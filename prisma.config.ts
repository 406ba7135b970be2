import { defineConfig } from 'prisma/config';

// `generate` needs no engine, but the command checks that the file exists. scripts/migrate.ts runs migrations with the
// WebAssembly edition of the engine (docs/decisions).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
