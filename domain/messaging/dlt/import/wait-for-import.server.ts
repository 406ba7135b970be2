import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { type Import, type ImportState, maxListedRows } from './contract.ts';
import { readImport } from './import-rows.server.ts';

const pollMs = 100;

/** How long a caller waits at most, in milliseconds. */
const maxWaitMs = 10_000;

export const isOver = ({ state }: { state: ImportState }): boolean =>
  state !== 'queued' && state !== 'running';

const look = 'SELECT state, rows FROM dlt_imports WHERE user_id = $1 AND id = $2';

/**
 * Waits until an import is over, for ten seconds; not if its file has too many rows to list them all.
 *
 * @throws DomainError `not_found`
 */
export async function waitForImport(userId: string, id: string): Promise<Import> {
  for (let waited = 0; waited < maxWaitMs; waited += pollMs) {
    const [now] = await query<Pick<Import, 'state' | 'rows'>>('look-at-dlt-import', look, [
      userId,
      id,
    ]);
    if (!now || isOver(now) || (now.rows ?? 0) > maxListedRows) break;
    await clock.wait(pollMs);
  }
  return readImport(userId, id);
}
