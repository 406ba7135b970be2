import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';

const hour = 3_600;

const files = createRateLimiter('dlt-imports', { points: 60, seconds: hour });

/**
 * Seconds that workers read an account's files, two at once for all accounts. A usual file takes one; a file that is made
 * to take twenty costs its account twenty.
 */
const readingSeconds = createRateLimiter('dlt-import-seconds', { points: 300, seconds: hour });

/**
 * Counts an import that is to begin, with a second of reading.
 *
 * @throws DomainError `rate_limited`
 */
export async function requireTurn(userId: string): Promise<void> {
  const [file, second] = await Promise.all([files.consume(userId), readingSeconds.consume(userId)]);
  requireWithinLimit(file, {
    message: 'You have imported too many files within an hour. Please wait.',
  });
  requireWithinLimit(second, {
    message: 'Your files have taken five minutes to read within an hour. Please wait.',
  });
}

/** Counts what reading a file took beyond its first second. */
export async function countReading(userId: string, milliseconds: number): Promise<void> {
  const more = Math.max(0, Math.ceil(milliseconds / 1_000) - 1);
  await Promise.all(Array.from({ length: more }, () => readingSeconds.consume(userId)));
}
