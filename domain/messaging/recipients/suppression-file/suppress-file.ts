import { ImportFileError } from '#domain/dlt/import/contract.browser.ts';
import { decodeText } from '#domain/dlt/import/read-csv.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { requireRoomFor, suppress } from '../suppressions.ts';
import { maxSuppressionFile, type SuppressionFileResult } from './contract.browser.ts';
import { readNumbers } from './read-numbers.ts';

/** Numbers of one statement: some 20 ms of PostgreSQL. */
const perStatement = 5_000;

/** A full file takes a second of this process and one of PostgreSQL. An account's files take turns. */
const inTurn = ofInstance(() =>
  createFairBudget({
    perCaller: 1,
    total: 2,
    maxWaiting: { perCaller: 2, total: 20 },
    maxWaitMs: 15_000,
  }),
);

const files = createRateLimiter('suppression-files', { points: 60, seconds: 3_600 });

/**
 * Suppresses the numbers of a text file or CSV, one a row in the first column. Doing so again adds nothing. Rows without a
 * number are left out, and named in the result.
 *
 * @throws DomainError `body_too_large`, `rate_limited`, or `invalid_parameter` if it is no text, has too many rows, or the
 *   account would have too many numbers; then none is added
 */
export async function suppressFile(
  userId: string,
  bytes: Uint8Array,
  reason: string | null,
): Promise<SuppressionFileResult> {
  if (bytes.byteLength > maxSuppressionFile) {
    const message = `The file is larger than ${maxSuppressionFile / 1024 / 1024} MiB. Split it into several.`;
    throw new DomainError('body_too_large', { param: 'file', message });
  }
  requireWithinLimit(await files.consume(userId), {
    message: 'You have uploaded too many files within an hour. Please wait.',
  });
  try {
    return await inTurn(userId, 1, () => suppressAll(userId, decode(bytes), reason));
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    const message = 'Other files are being read. Send yours again.';
    throw new DomainError('rate_limited', { message, retryAfterSeconds: 5 });
  }
}

/** How tables begin that portals save as HTML or XML, whatever the file is called. */
const markup = /^\s*(?:<\?xml|<!doctype|<!--|<html|<head|<table|<meta|mime-version:)/i;

function decode(bytes: Uint8Array): string {
  try {
    const { text } = decodeText(bytes);
    if (markup.test(text)) throw new ImportFileError('HTML or XML');
    return text;
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    const message = 'This is no text file. Save it as CSV, with one number a row.';
    throw new DomainError('invalid_parameter', { param: 'file', message });
  }
}

async function suppressAll(
  userId: string,
  text: string,
  reason: string | null,
): Promise<SuppressionFileResult> {
  const { numbers, ...result } = await readNumbers(text);
  await requireRoomFor(userId, numbers);
  let added = 0;
  for (let from = 0; from < numbers.length; from += perStatement) {
    added += await suppress(userId, numbers.slice(from, from + perStatement), reason);
  }
  return { ...result, added, known: numbers.length - added };
}
