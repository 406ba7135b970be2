import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutate` holds the changed rules against: those of the rules themselves. */
export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts'],
    // Of the carriers only the rules: the other tests open sockets.
    exclude: ['domain/delivery/carriers/!(admission|leased-bucket|token-bucket).test.ts'],
    setupFiles: ['tests/harness/configure.ts', 'tests/harness/seed-fast-check.ts'],
    testTimeout: 30_000,
  },
});
