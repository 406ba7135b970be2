import { defineConfig } from 'vitest/config';

/** One part of the product or its tools, on sockets, timers, processes and many files of its own: slower than the rules. */
const parts = [
  '{sandbox,scripts}/**/*.test.{ts,tsx}',
  'domain/delivery/carriers/*.test.ts',
  'platform/http/**/*.test.ts',
  'domain/dlt/import/hostile-files.test.ts',
  // They read files of the repository and need no service.
  'tests/architecture/{documents,import-rules,outbound,statement-names}.test.ts',
];

/** What runs on a real PostgreSQL and Redis. */
const onServices = {
  isolate: false,
  // Node can load it as it is: to rewrite a program of megabytes takes seconds.
  server: { deps: { external: [/\/build\/server\//] } },
  // A database of its own for each file.
  setupFiles: ['tests/harness/setup.ts', 'tests/harness/seed-fast-check.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Each file with a process of its own; the services share the machine with them.
    pool: 'forks',
    maxWorkers: 4,
    // What the run before compiled, by the content of the files.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/dakiya/vitest' },
    coverage: {
      provider: 'v8',
      include: ['{app,domain,platform,server,worker}/**/*.{ts,tsx}'],
      exclude: ['**/*.test.{ts,tsx}', 'app/samples/programs/**'],
      reporter: ['json-summary', 'html'],
      reportsDirectory: 'build/coverage',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          // They leave nothing behind, so a process that has loaded what they need serves many of them.
          isolate: false,
          include: ['{app,domain,platform,worker}/**/*.test.{ts,tsx}'],
          exclude: parts,
          setupFiles: ['tests/harness/configure.ts', 'tests/harness/seed-fast-check.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          isolate: false,
          include: parts,
          setupFiles: ['tests/harness/configure.ts', 'tests/harness/seed-fast-check.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          ...onServices,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...parts, 'tests/long/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          ...onServices,
          // Each keeps both cores busy, so they run after the others, and one at a time.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ['tests/long/*.test.ts'],
        },
      },
    ],
  },
});
