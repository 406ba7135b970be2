import { seal, sealedBeginning, unseal } from './crypto.server.ts';
import { query } from './db.server.ts';

/** Rows that are read and written at once. */
const batchSize = 500;

/** A column whose values `seal` made, of a table whose key is `id`; null where there is nothing. */
export type SealedColumn = { table: string; column: string };

/** What became of a column: values sealed again, ids of those that no key opens, values left. */
export type Resealed = { resealed: number; unreadable: string[]; left: number };

type Row = { id: string; sealed: Buffer };

/**
 * Seals again, under the first key of `ENCRYPTION_KEYS`, what is sealed under another.
 *
 * Everything else may go on: a value is replaced only where it still is the one that was read, and
 * what is done is not looked at again, so that a run that was cut off is taken up by the next.
 *
 * @param told called after each batch with the number of values sealed so far
 */
export async function resealColumn(
  { table, column }: SealedColumn,
  told: (resealed: number) => void,
): Promise<Resealed> {
  const beginning = sealedBeginning();
  const underAnother = `${column} IS NOT NULL
    AND substring(${column} FROM 1 FOR octet_length($1::bytea)) <> $1::bytea`;
  const select = `
    SELECT id, ${column} AS sealed FROM ${table}
    WHERE ${underAnother} AND id > $2 ORDER BY id LIMIT ${batchSize}`;
  const replace = `
    UPDATE ${table} SET ${column} = fresh.sealed
    FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS fresh(id, old, sealed)
    WHERE ${table}.id = fresh.id AND ${table}.${column} = fresh.old
    RETURNING ${table}.id`;
  const count = `SELECT count(*) AS left FROM ${table} WHERE ${underAnother}`;

  let resealed = 0;
  const unreadable: string[] = [];
  for (let last = ''; ; ) {
    const rows = await query<Row>(`reseal-select-${table}`, select, [beginning, last]);
    const end = rows.at(-1);
    if (!end) break;
    last = end.id;
    const fresh = rows.flatMap((row) => resealRow(row, unreadable));
    const replaced = await query(`reseal-${table}`, replace, [
      fresh.map(({ id }) => id),
      fresh.map(({ old }) => old),
      fresh.map(({ sealed }) => sealed),
    ]);
    resealed += replaced.length;
    told(resealed);
  }
  const [after] = await query<{ left: number }>(`reseal-left-${table}`, count, [beginning]);
  return { resealed, unreadable, left: after?.left ?? 0 };
}

/** A row with its value sealed anew; none, and its id in `unreadable`, if no key opens it. */
function resealRow({ id, sealed }: Row, unreadable: string[]) {
  try {
    return [{ id, old: sealed, sealed: seal(unseal(sealed)) }];
  } catch {
    // Its key is missing or the value is damaged; whoever runs this is told which row it is.
    unreadable.push(id);
    return [];
  }
}
