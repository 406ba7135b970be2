import { audited, recordAudit } from '#domain/audit/record-audit.ts';
import { runImportJob } from '#domain/dlt/jobs.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
  writeOnce,
} from '#domain/shared/idempotency/saved-response.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { enqueue } from '#platform/queue.ts';
import { toStorableLine } from '#platform/storable-text.browser.ts';
import {
  type Import,
  type ImportOptions,
  type ImportState,
  maxFileBytes,
} from './contract.browser.ts';
import { findImport } from './import-rows.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    imp: 'dlt_imports';
  }
}

/** How many imports an account keeps. */
const maxKept = 10;

const expireOpen = `
  UPDATE dlt_imports SET state = 'expired', bytes = NULL
  WHERE user_id = $1 AND state IN ('checked', 'needs_mapping')`;

/** Inserts nothing if the account has a queued or running import, because a unique index allows only one. */
const insert = `
  INSERT INTO dlt_imports (id, user_id, file_name, bytes, options, is_dry_run, state, due_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'queued', now(), now()) ON CONFLICT DO NOTHING RETURNING id`;

const dropOld = `
  DELETE FROM dlt_imports WHERE user_id = $1 AND state NOT IN ('queued', 'running') AND id < (
    SELECT id FROM dlt_imports WHERE user_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`;

/** How to import a file. Callers that may retry pass `idempotency`. */
type Start = { options: ImportOptions; isDryRun: boolean; idempotency?: Idempotency | null };

const hour = 3_600;

const files = createRateLimiter('dlt-imports', { points: 60, seconds: hour });

/**
 * Limits the time that workers spend reading an account's files, because a worker reads only two files at the same
 * time, for all accounts together. A typical file takes one second. A hostile file that takes 20 seconds uses 20
 * seconds of its account's limit.
 */
const readingSeconds = createRateLimiter('dlt-import-seconds', { points: 300, seconds: hour });

/**
 * Counts a new import and one second of reading towards the limits.
 *
 * @throws DomainError `rate_limited`
 */
async function requireTurn(userId: string): Promise<void> {
  const [file, second] = await Promise.all([files.consume(userId), readingSeconds.consume(userId)]);
  requireWithinLimit(file, {
    message: 'You have imported too many files within an hour. Please wait.',
  });
  requireWithinLimit(second, {
    message: 'Reading your files has taken five minutes within an hour. Please wait.',
  });
}

/** Counts the reading time of a file beyond the first second. */
export async function countReading(userId: string, milliseconds: number): Promise<void> {
  const more = Math.max(0, Math.ceil(milliseconds / 1_000) - 1);
  await Promise.all(Array.from({ length: more }, () => readingSeconds.consume(userId)));
}

/**
 * Begins to import a file that a portal has exported; a worker reads the file. If an earlier import of the account still
 * waits for a mapping or a confirmation, that import expires.
 *
 * @param isDryRun whether to report the changes without making them
 * @throws DomainError `body_too_large`, `idempotency_mismatch`, or `rate_limited` while another import of the account runs
 */
export async function startImport(
  userId: string,
  file: { name: string; bytes: Uint8Array },
  { options, isDryRun, idempotency = null }: Start,
): Promise<IdempotentResult<{ id: string }>> {
  if (file.bytes.byteLength > maxFileBytes) {
    throw new DomainError('body_too_large', {
      param: 'file',
      message: `The file is larger than ${maxFileBytes / 1024 / 1024} MiB. Split it into several.`,
    });
  }
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: before.answer as { id: string }, replayed: true };
  await requireTurn(userId);
  const id = newId('imp');
  const write = async (tx: Transaction) => {
    await query('expire-open-dlt-imports', expireOpen, [userId], tx);
    const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
    const name = toStorableLine(file.name, 200) || 'file';
    const values = [id, userId, name, bytes, JSON.stringify(options), isDryRun];
    const added = await query('insert-dlt-import', insert, values, tx);
    if (added.length === 0) throw anotherRuns();
    await query('drop-old-dlt-imports', dropOld, [userId, maxKept - 1], tx);
    await recordAudit(tx, {
      accountId: userId,
      action: 'dlt_import.create',
      targets: [{ type: 'dlt_import', id, name }],
      after: { isDryRun },
    });
    tx.afterCommit(() => void enqueue(runImportJob, [{ importId: id, step: stepOf(isDryRun) }]));
    return { id };
  };
  return writeOnce(idempotency, write, { lock: `dlt-import|${userId}` });
}

function anotherRuns(): DomainError {
  const message = 'Another import of yours is running. Start this one when that is finished.';
  return new DomainError('rate_limited', { message, retryAfterSeconds: 5 });
}

export const stepOf = (isDryRun: boolean): 'check' | 'register' =>
  isDryRun ? 'check' : 'register';

const again = `
  UPDATE dlt_imports SET state = 'queued', is_dry_run = $3, options = coalesce($4, options), lost_runs = 0,
    due_at = now(), rows = NULL, rows_done = 0, reason = NULL, finished_at = NULL
  WHERE user_id = $1 AND id = $2 AND state = ANY($5::dlt_import_state[]) RETURNING id`;

/**
 * Makes the changes that a dry run has reported.
 *
 * @param options replace the options of the dry run
 * @throws DomainError `not_found`, `invalid_parameter` if the import is not `checked`, or `rate_limited` while another
 *   import runs
 */
export const confirmImport = (userId: string, id: string, options?: ImportOptions) =>
  runAgain(userId, id, { isDryRun: false, options, from: ['checked'] });

/**
 * Makes another dry run of the same file.
 *
 * @throws DomainError `not_found`, `invalid_parameter` if the import is neither `checked` nor `needs_mapping`, or
 *   `rate_limited`
 */
export const recheckImport = (userId: string, id: string, options: ImportOptions) =>
  runAgain(userId, id, { isDryRun: true, options, from: ['checked', 'needs_mapping'] });

type Again = { isDryRun: boolean; options: ImportOptions | undefined; from: ImportState[] };

async function runAgain(
  userId: string,
  id: string,
  { isDryRun, options, from }: Again,
): Promise<Import> {
  await requireTurn(userId);
  const json = options === undefined ? null : JSON.stringify(options);
  const values = [userId, id, isDryRun, json, from];
  const changed = await audited(
    (tx) => query('again-dlt-import', again, values, tx),
    (rows) =>
      rows.length > 0 && !isDryRun
        ? {
            accountId: userId,
            action: 'dlt_import.create',
            targets: [{ type: 'dlt_import', id }],
            after: { isDryRun },
          }
        : null,
  ).catch((error: unknown) => {
    throw isUniqueViolation(error) ? anotherRuns() : error;
  });
  const found = await findImport(userId, id);
  if (!found) throw new DomainError('not_found');
  if (changed.length > 0) {
    await enqueue(runImportJob, [{ importId: id, step: stepOf(isDryRun) }]);
    return found;
  }
  const message =
    found.state === 'expired'
      ? 'The file of this import has been deleted: a file is kept for one day, or until your next import. Upload it again.'
      : `This import cannot be changed: its state is ${found.state}.`;
  throw new DomainError('invalid_parameter', { param: 'id', message });
}
