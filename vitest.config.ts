import { defineConfig, type Plugin } from 'vitest/config';

/**
 * Tests of one part of the product or its tools that use sockets, timers, processes or many files, and so are slower than
 * the rules.
 */
const parts = [
  '{sandbox,scripts}/**/*.test.{ts,tsx}',
  'domain/delivery/carriers/*.test.ts',
  'platform/http/**/*.test.ts',
  // These read files of the repository and need no services.
  'tests/architecture/{documents,import-rules,outbound,statement-names}.test.ts',
];

/** Reads files of many megabytes, which takes too long for `npm test`. */
const hostileFiles = 'domain/dlt/import/hostile-files.test.ts';

/** Options of tests on a real PostgreSQL and Redis. */
const onServices = {
  isolate: false,
  // Node can load the build directly. Transforming a program of several megabytes would take seconds.
  server: { deps: { external: [/\/build\/server\//] } },
  // Resets the database for each file.
  setupFiles: ['tests/harness/setup.ts', 'tests/harness/seed-fast-check.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Does not cache modules that read files by a pattern, because their content does not change with those files. */
const cacheNoGlobs: Plugin = {
  name: 'cache-no-globs',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob<') ? false : null)),
};

export default defineConfig({
  plugins: [cacheNoGlobs],
  test: {
    // Files run in several processes, which share the machine with the services.
    pool: 'forks',
    maxWorkers: 4,
    // A larger young generation saves a twentieth of the processor time of these processes.
    execArgv: ['--max-semi-space-size=64'],
    // A cache of compiled modules, by content, that is kept between runs.
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
          // Rule tests have no side effects, so one process runs many of them with the modules it has
          // loaded.
          isolate: false,
          include: ['{app,domain,platform,worker}/**/*.test.{ts,tsx}'],
          exclude: [...parts, hostileFiles],
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
          exclude: ['scripts/migration/{apply,engine}.test.ts'],
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
          exclude: [...parts, 'tests/{further,long}/**'],
        },
      },
      {
        extends: true,
        test: {
          // The tests of migrations start separate servers, which takes too long for `npm test`.
          name: 'further',
          ...onServices,
          include: [
            'tests/further/*.test.ts',
            'scripts/migration/{apply,engine}.test.ts',
            hostileFiles,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          ...onServices,
          // Each file uses both cores, so these run after the others, one at a time.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ['tests/long/*.test.ts'],
        },
      },
    ],
  },
});
