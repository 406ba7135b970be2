import pg from 'pg';

/** A look into the database beside the programs. */
export type Database = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** Looks into a database, over a few connections. */
export function openDatabase(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Its end at a Ctrl-C is no news; a query that it cuts off rejects.
  pool.on('error', () => undefined);
  return {
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: () => pool.end(),
  };
}
