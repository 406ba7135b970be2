import pg from 'pg';

/** Direct access to the programs' database. */
export type Database = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** Connects to a database, over at most four connections. */
export function openDatabase(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Ctrl-C also stops PostgreSQL. An idle connection's error needs no handling; queries reject.
  pool.on('error', () => undefined);
  return {
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: () => pool.end(),
  };
}
