/** SQL condition for `liveIds`. @param from the number of the first of two parameters */
export const isLiveSql = (column: string, from: number) =>
  `${column} >= $${from} AND ${column} < $${from + 1}`;
