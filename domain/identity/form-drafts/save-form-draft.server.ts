import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { draftTtlMs, maxDraftBytes, maxDraftsPerUser } from './contract.ts';
import { typedColumn } from './typed-column.server.ts';

const makeRoom = `
  DELETE FROM unsent_forms WHERE id IN (
    SELECT id FROM unsent_forms WHERE user_id = $1 ORDER BY id DESC OFFSET ${maxDraftsPerUser - 1})`;

/** Nothing is kept for an account that is gone. */
const insert = `
  INSERT INTO unsent_forms (id, user_id, tab, sealed, expires_at)
  SELECT $2, users.id, $3, $4, $5 FROM users WHERE id = $1
  RETURNING id`;

/**
 * Keeps what a user typed.
 *
 * @param tab where they typed it
 * @returns the id by which it is taken; null if it is too long to be kept, or the user is gone
 */
export async function saveFormDraft(
  userId: string,
  tab: string,
  typed: string,
): Promise<string | null> {
  if (Buffer.byteLength(typed) > maxDraftBytes) return null;
  const now = clock.now().getTime();
  const id = newId('uns', now);
  const values = [
    userId,
    id,
    tab,
    typedColumn.encrypt({ id, userId }, typed),
    new Date(now + draftTtlMs),
  ];
  const [row] = await transaction(
    async (on) => {
      await query('unsent-make-room', makeRoom, [userId], on);
      return query<{ id: string }>('keep-unsent', insert, values, on);
    },
    { lock: `unsent_forms ${userId}` },
  );
  return row?.id ?? null;
}
