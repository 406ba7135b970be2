import { count, defineSettings } from '#platform/settings.ts';

/** Limits of the API's calls. */
export const apiSettings = defineSettings(
  {
    RATE_LIMIT_PER_SECOND: count.default(200),
    RATE_LIMIT_HARD_PER_SECOND: count.default(1_000),
    FAILED_AUTH_PER_MINUTE: count.default(60),
    LEAK_REPORTS_PER_MINUTE: count.default(60),
  },
  {
    // Otherwise calls would be refused before they reach the usual limit.
    check: ({ RATE_LIMIT_PER_SECOND, RATE_LIMIT_HARD_PER_SECOND }) =>
      RATE_LIMIT_HARD_PER_SECOND < RATE_LIMIT_PER_SECOND
        ? ['RATE_LIMIT_HARD_PER_SECOND: must not be below RATE_LIMIT_PER_SECOND']
        : [],
  },
);
