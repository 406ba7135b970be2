import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import {
  type Import,
  type ImportOptions,
  type ImportResult,
  type ImportState,
  maxListedRows,
} from './contract.browser.ts';

/** An import that this worker has claimed. */
export type ClaimedImport = {
  id: string;
  userId: string;
  options: ImportOptions;
  isDryRun: boolean;
  bytes: Buffer;
  /** How many times the import has been claimed, including this claim. No other claim of the import has this number. */
  tries: number;
  /** When an earlier run, whose worker was lost, began to register; null if no run has begun to register. */
  registeringSince: Date | null;
};

/**
 * How long a worker may report no progress before another worker takes over the import. Reading a file takes 20 s at most.
 */
const leaseSeconds = 60;

/**
 * SQL expression: the options of an import. Imports that were stored before lists of headers and entities were supported
 * have no `list`.
 */
const readOptions = `'{"list": "templates"}'::jsonb || options AS options`;

/** One conditional UPDATE: of two workers, only one claims the import. */
const claim = `
  UPDATE dlt_imports SET state = 'running', tries = tries + 1, due_at = now() + make_interval(secs => $2)
  WHERE id = $1 AND state = 'queued'
  RETURNING id, user_id AS "userId", ${readOptions}, is_dry_run AS "isDryRun", bytes, tries,
    registering_since AS "registeringSince"`;

/** @returns null if the import is no longer queued */
export async function claimImport(id: string): Promise<ClaimedImport | null> {
  const [found] = await query<ClaimedImport>('claim-dlt-import', claim, [id, leaseSeconds]);
  return found ?? null;
}

const progress = `
  UPDATE dlt_imports SET rows = $3, rows_done = $4, due_at = now() + make_interval(secs => $5)
  WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING id`;

/** @returns false if another worker has taken over the import */
export async function recordProgress(
  { id, tries }: ClaimedImport,
  rows: number,
  rowsDone: number,
): Promise<boolean> {
  const values = [id, tries, rows, rowsDone, leaseSeconds];
  return (await query('record-dlt-import', progress, values)).length > 0;
}

const beginToRegister = `
  UPDATE dlt_imports SET registering_since = coalesce(registering_since, $3)
  WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING id`;

/**
 * Records that the import begins to register; later registrations count as registrations of this import.
 *
 * @returns false if another worker has taken over the import
 */
export async function recordRegistering({ id, tries }: ClaimedImport): Promise<boolean> {
  const values = [id, tries, clock.now()];
  return (await query('begin-dlt-import', beginToRegister, values)).length > 0;
}

/** SQL expression to append to the reason why an import failed. */
export const partlyRegistered = `CASE WHEN registering_since IS NOT NULL
  THEN ' Some rows may be registered already: import the file again for the rest.' ELSE '' END`;

/** Deletes the file, unless the import can be confirmed or mapped. */
const finish = `
  UPDATE dlt_imports SET state = $3, reason = $4 || ${partlyRegistered}, result = $5, finished_at = now(),
    bytes = CASE WHEN $3::dlt_import_state IN ('checked', 'needs_mapping') THEN bytes END
  WHERE id = $1 AND state = 'running' AND tries = $2`;

/** Ends a run and stores its result. Has no effect if another worker has taken over the import. */
export async function finishImport(
  { id, tries }: ClaimedImport,
  state: Extract<ImportState, 'checked' | 'needs_mapping' | 'done' | 'failed'>,
  { reason = null, result = null }: { reason?: string | null; result?: ImportResult | null },
): Promise<void> {
  const json = result && JSON.stringify(result);
  await query('finish-dlt-import', finish, [id, tries, state, reason, json]);
}

const columns = `id, file_name AS "fileName", state, is_dry_run AS "isDryRun", ${readOptions}, rows,
  rows_done AS "rowsDone", reason, created_at AS "createdAt", finished_at AS "finishedAt"`;

/** @returns null if the account has no such import */
export async function findImport(
  userId: string,
  id: string,
  tx?: SqlClient,
): Promise<Import | null> {
  const statement = `SELECT ${columns}, result FROM dlt_imports WHERE user_id = $1 AND id = $2`;
  const [found] = await query<Import>('find-dlt-import', statement, [userId, id], tx);
  return found ?? null;
}

/** An import with a page of its rows. `next` is the index of the first row of the next page; null on the last page. */
export type ImportPage = { found: Import; next: number | null };

/** Selects only the rows of the page in PostgreSQL, because 1,000 rows with their warnings have 400 KiB. */
const page = `
  SELECT ${columns}, (result - 'rows') || jsonb_build_object('rows', jsonb_path_query_array(
      result, '$.rows[$from to $last]', jsonb_build_object('from', $3::int, 'last', $3::int + $4::int - 1))) AS result,
    CASE WHEN jsonb_array_length(result->'rows') > $3 + $4 THEN $3 + $4 END AS next
  FROM dlt_imports WHERE user_id = $1 AND id = $2`;

/**
 * Reads an import with a page of its rows.
 *
 * @param from the index of the first row, counted from 0
 * @throws DomainError `not_found`
 */
export async function readImport(
  userId: string,
  id: string,
  { from, limit }: { from: number; limit: number },
): Promise<ImportPage> {
  const values = [userId, id, from, limit];
  const [row] = await query<Import & { next: number | null }>('page-dlt-import', page, values);
  if (!row) throw new DomainError('not_found');
  const { next, ...found } = row;
  return { found, next };
}

/** An import in a list, with only the counts of its result. */
export type ImportSummary = Omit<Import, 'result'> & { counts: ImportResult['counts'] | null };

const list = `
  SELECT ${columns}, result->'counts' AS counts FROM dlt_imports WHERE user_id = $1 ORDER BY id DESC`;

/** Lists an account's imports, newest first. There are at most `maxKept` (10). */
export const listImports = (userId: string): Promise<ImportSummary[]> =>
  query<ImportSummary>('list-dlt-imports', list, [userId]);

const pollMs = 100;

/** The longest time that a caller waits, in milliseconds. */
const maxWaitMs = 10_000;

/** How many calls of an account may wait in one web process. Further calls return immediately. */
const maxWaiting = 4;

/** The number of waiting calls by account. Calls that wait for the same import share one polling loop. */
const waits = perInstance(() => ({
  byAccount: new Map<string, number>(),
  polls: new Map<string, Promise<void>>(),
}));

export const isOver = ({ state }: { state: ImportState }): boolean =>
  state !== 'queued' && state !== 'running';

const look = 'SELECT state, rows FROM dlt_imports WHERE user_id = $1 AND id = $2';

/** Waits up to ten seconds until an import is over. Returns early if the file has more rows than a result can list. */
export async function waitForImport(userId: string, id: string): Promise<void> {
  const { byAccount, polls } = waits();
  const waiting = byAccount.get(userId) ?? 0;
  if (waiting >= maxWaiting) return;
  byAccount.set(userId, waiting + 1);
  try {
    const running = polls.get(id) ?? poll(userId, id).finally(() => polls.delete(id));
    polls.set(id, running);
    await running;
  } finally {
    const left = (byAccount.get(userId) ?? 1) - 1;
    if (left > 0) byAccount.set(userId, left);
    else byAccount.delete(userId);
  }
}

async function poll(userId: string, id: string): Promise<void> {
  for (let waited = 0; waited < maxWaitMs; waited += pollMs) {
    const [now] = await query<Pick<Import, 'state' | 'rows'>>('look-at-dlt-import', look, [
      userId,
      id,
    ]);
    if (!now || isOver(now) || (now.rows ?? 0) > maxListedRows) return;
    await clock.wait(pollMs);
  }
}
