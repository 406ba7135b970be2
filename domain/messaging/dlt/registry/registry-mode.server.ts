import { query } from '#platform/db.server.ts';
import type { DltMode } from '../check/profile.ts';
import { changeRegistry } from './change-registry.server.ts';

/** How an account's messages are checked. `enforce` unless it chose another; an empty registry only warns in each mode. */
export async function readMode(userId: string): Promise<DltMode> {
  const statement = 'SELECT mode FROM dlt_registries WHERE user_id = $1';
  const [found] = await query<{ mode: DltMode }>('read-dlt-mode', statement, [userId]);
  return found?.mode ?? 'enforce';
}

/** Changes how an account's messages are checked; a change takes effect within half a second. */
export const changeMode = (userId: string, mode: DltMode): Promise<void> =>
  changeRegistry(userId, async (tx) => {
    const statement = 'UPDATE dlt_registries SET mode = $2 WHERE user_id = $1';
    await query('change-dlt-mode', statement, [userId, mode], tx);
  });
