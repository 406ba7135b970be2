import { DomainError } from '#domain/shared/errors.browser.ts';
import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { Erasure } from './contract.ts';

/** The columns of `Erasure`. */
export const erasureColumns = `id, state, total, messages, codes, open, requested_at AS "requestedAt",
  requested_by AS "requestedBy", finished_at AS "finishedAt", retained_until AS "retainedUntil"`;

const list = `
  SELECT ${erasureColumns} FROM erasures WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

/** An id that is after every erasure's. */
const afterAll = minIdAt('ers', Number.POSITIVE_INFINITY);

/** A page of an account's erasures, the newest first. */
export async function listErasures(
  userId: string,
  { limit, after = afterAll }: { limit: number; after?: string | undefined },
): Promise<Page<Erasure>> {
  const rows = await query<Erasure>('list-erasures', list, [userId, after, limit + 1]);
  return toPage(rows, limit, (row) => row);
}

/** A possible id: PostgreSQL rejects a NUL, which a URL may contain. */
const erasureId = safeText.max(64);

/** @throws DomainError `not_found` */
export async function getErasure(userId: string, id: string): Promise<Erasure> {
  const statement = `SELECT ${erasureColumns} FROM erasures WHERE user_id = $1 AND id = $2`;
  const [found] = erasureId.safeParse(id).success
    ? await query<Erasure>('get-erasure', statement, [userId, id])
    : [];
  if (!found) throw new DomainError('not_found', { message: 'There is no erasure by this id.' });
  return found;
}
