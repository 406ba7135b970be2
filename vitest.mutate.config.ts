import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutate` runs against the changed rules. */
export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts'],
    // Only the rules of the carriers, because their other tests open sockets.
    exclude: ['domain/delivery/carriers/!(admission|leased-bucket|token-bucket).test.ts'],
    setupFiles: ['tests/harness/configure.ts', 'tests/harness/seed-fast-check.ts'],
    testTimeout: 30_000,
  },
});
