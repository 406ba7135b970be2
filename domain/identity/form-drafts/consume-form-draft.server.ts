import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { typedColumn } from './typed-column.server.ts';

const statement = `
  DELETE FROM unsent_forms WHERE id = $1 AND user_id = $2 AND tab = $3 AND expires_at > $4
  RETURNING sealed`;

/** @returns what this user typed on this tab, once; null if it is not there, or not any more */
export async function consumeFormDraft(
  userId: string,
  tab: string,
  id: string,
): Promise<string | null> {
  const values = [id, userId, tab, clock.now()];
  const [row] = await query<{ sealed: Buffer }>('take-unsent', statement, values);
  if (!row) return null;
  try {
    return typedColumn.decrypt({ id, userId }, row.sealed);
  } catch (error) {
    // Its key was taken out of ENCRYPTION_KEYS within these minutes. The page is there without it.
    logger.warn({ error }, 'an unsent form could not be decrypted');
    return null;
  }
}
