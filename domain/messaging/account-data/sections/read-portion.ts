import { withoutSorts } from '#domain/messaging/messages/list-sql.ts';
import { query, transaction } from '#platform/db.ts';
import { portionStatement, type Row, type Section } from './section.ts';

/** Rows of a portion: few enough to be read, formatted and compressed without holding anything up. */
const portionSize = 500;

type Portion = {
  rows: Row[];
  /** The key of the last row; null if there are no more. */
  next: string[] | null;
};

/**
 * Reads the next portion of an account's rows.
 *
 * @param after `next` of the portion before
 */
export async function readPortion(
  section: Section,
  userId: string,
  after: string[] | null,
): Promise<Portion> {
  const { name, sql } = portionStatement(section, { isFirst: !after, limit: portionSize });
  const found = await transaction(
    async (tx) => {
      // The planner knows little of an account that has grown since its statistics, and would sort all of it.
      if (section.name === 'messages') await tx.query(withoutSorts);
      return query<Row & { at_key: string[] }>(name, sql, [userId, ...(after ?? [])], tx);
    },
    { snapshot: true },
  );
  const next = found.length === portionSize ? (found.at(-1)?.at_key ?? null) : null;
  return { rows: found.map(({ at_key: _, ...row }) => row), next };
}
