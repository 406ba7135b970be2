import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutate` holds the changed rules against: those of the rules themselves. */
export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts'],
    exclude: ['domain/messaging/delivery/carriers/**'],
    setupFiles: ['tests/support/seed-fast-check.ts'],
    testTimeout: 30_000,
  },
});
