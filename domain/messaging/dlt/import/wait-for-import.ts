import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { type Import, type ImportState, maxListedRows } from './contract.browser.ts';

const pollMs = 100;

/** How long a caller waits at most, in milliseconds. */
const maxWaitMs = 10_000;

/** Calls of an account that wait in this web; further ones are answered at once. */
const maxWaiting = 4;

const waitingByAccount = new Map<string, number>();

/** However many calls wait for an import, one asks for its state. */
const polls = new Map<string, Promise<void>>();

export const isOver = ({ state }: { state: ImportState }): boolean =>
  state !== 'queued' && state !== 'running';

const look = 'SELECT state, rows FROM dlt_imports WHERE user_id = $1 AND id = $2';

/** Waits until an import is over, for ten seconds; not if its file has too many rows to list them all. */
export async function waitForImport(userId: string, id: string): Promise<void> {
  const waiting = waitingByAccount.get(userId) ?? 0;
  if (waiting >= maxWaiting) return;
  waitingByAccount.set(userId, waiting + 1);
  try {
    const running = polls.get(id) ?? poll(userId, id).finally(() => polls.delete(id));
    polls.set(id, running);
    await running;
  } finally {
    const left = (waitingByAccount.get(userId) ?? 1) - 1;
    if (left > 0) waitingByAccount.set(userId, left);
    else waitingByAccount.delete(userId);
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
