import { defineConfig } from 'prisma/config';

// `generate` needs no engine, but the command wants the file to exist; migrations run by
// scripts/migrate.ts with the same engine as WebAssembly (docs/decisions).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
