/** Part of what is stored about an account: the rows of a statement, in portions. */
export type Section = {
  /** Of its files: `api_keys.csv`, `api_keys.json`. */
  name: string;
  /** The select list. Columns have their names of the table. Secrets, hashes and codes are not among them. */
  columns: string;
  from: string;
  /** `$1` is the account. By default `user_id = $1`. */
  where?: string;
  /** A further condition of all portions but the first. */
  whereLater?: string;
  /**
   * Columns that order the rows and name each one, with their types. An index of the account's rows in this order
   * serves each portion where there may be many.
   */
  key: [column: string, type: 'text' | 'timestamptz' | 'date'][];
};

export type Row = Record<string, unknown>;

/**
 * The statement of a portion. Its first column, `at_key`, is where the next portion goes on.
 *
 * @param isFirst whether it is the first portion; of later ones the key is in `$2` and the following parameters
 */
export function portionStatement(
  { name, columns, from, where = 'user_id = $1', whereLater = 'true', key }: Section,
  { isFirst, limit }: { isFirst: boolean; limit: number },
): { name: string; sql: string } {
  const names = key.map(([column]) => column).join(', ');
  const given = key.map(([, type], i) => `$${i + 2}::${type}`).join(', ');
  return {
    name: `export-${name}${isFirst ? '' : '-on'}`,
    sql: `
  SELECT ARRAY[${key.map(([column]) => `${column}::text`).join(', ')}] AS at_key, ${columns}
  FROM ${from} WHERE ${where}${isFirst ? '' : ` AND (${names}) > (${given}) AND ${whereLater}`}
  ORDER BY ${names} LIMIT ${limit}`,
  };
}
