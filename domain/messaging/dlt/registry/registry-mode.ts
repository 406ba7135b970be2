import { query } from '#platform/db.ts';
import { type DltMode, dltModes } from '../check/profile.browser.ts';
import { changeRegistry } from './change-registry.ts';

/** How an account's messages are checked. `enforce` unless it chose another; an empty registry only warns in each mode. */
export async function readMode(userId: string): Promise<DltMode> {
  const statement = 'SELECT mode FROM dlt_registries WHERE user_id = $1';
  const [found] = await query<{ mode: DltMode }>('read-dlt-mode', statement, [userId]);
  return found?.mode ?? 'enforce';
}

/** Whether messages that are refused now would be sent in another mode. */
export async function relaxesCheck(userId: string, mode: unknown): Promise<boolean> {
  // They are in order, the strictest first.
  return dltModes.indexOf(mode as DltMode) > dltModes.indexOf(await readMode(userId));
}

/** Changes how an account's messages are checked; a change takes effect within half a second. */
export const changeMode = (userId: string, mode: DltMode): Promise<void> =>
  changeRegistry(userId, async (tx) => {
    const statement = 'UPDATE dlt_registries SET mode = $2 WHERE user_id = $1';
    await query('change-dlt-mode', statement, [userId, mode], tx);
  });
