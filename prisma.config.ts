import { defineConfig } from 'prisma/config';

// `generate` needs no engine, but the command checks that its file exists. scripts/migrate.ts runs migrations with the
// WebAssembly engine (docs/decisions).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
