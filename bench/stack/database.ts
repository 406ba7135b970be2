import pg from 'pg';

/** A look into the database beside the programs. */
export type Database = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** Connects to a database. */
export async function openDatabase(url: string): Promise<Database> {
  const client = new pg.Client({ connectionString: url });
  // Its end at a Ctrl-C is no news; a query that it cuts off rejects.
  client.on('error', () => undefined);
  await client.connect();
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    close: () => client.end(),
  };
}
