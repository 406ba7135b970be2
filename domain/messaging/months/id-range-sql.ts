/**
 * The first and the last of some ids, for statements that know them but join them with a table of messages.
 *
 * @param ids one at least
 */
export function spanOf(ids: readonly string[]): [first: string, last: string] {
  let [first = '', last = ''] = [ids[0], ids[0]];
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return [first, last];
}

/** SQL condition for `liveIds`. @param from the number of the first of two parameters */
export const isLiveSql = (column: string, from: number) =>
  `${column} >= $${from} AND ${column} < $${from + 1}`;

/** SQL condition for `spanOf`. @param first the number of the first of two parameters */
export const isWithinSql = (column: string, first: number) =>
  `${column} BETWEEN $${first} AND $${first + 1}`;
