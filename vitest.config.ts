import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,domain,platform,worker,sandbox,scripts,tests}/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/setup.ts'],
    // Each with a process and a database of its own; the services share the machine with them.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
