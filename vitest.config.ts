import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Each file with a process of its own; the services share the machine with them.
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          // They leave nothing behind, so a process that has loaded what they need serves many of them.
          isolate: false,
          include: ['{app,domain,platform,worker,sandbox,scripts}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/seed-fast-check.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['tests/**/*.test.{ts,tsx}'],
          // A database of its own for each file.
          setupFiles: ['tests/support/setup.ts', 'tests/support/seed-fast-check.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
