import { query } from './db.ts';

/** The size and use of PostgreSQL. */
export type DatabaseState = {
  /** The release, such as `17.6`. */
  version: string;
  /** The size of the product's database. */
  bytes: number;
  /** Open connections of clients to all databases of the server, and how many it allows. */
  connections: number;
  maxConnections: number;
  /** The age of the oldest open transaction in seconds; null if no other transaction is open. */
  oldestTransactionSeconds: number | null;
};

/** Without the role `pg_monitor`, PostgreSQL hides the transactions of other users. */
const statement = `
  SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
    count(*)::int AS connections, current_setting('max_connections')::int AS "maxConnections",
    extract(epoch FROM now() - min(xact_start) FILTER (WHERE pid <> pg_backend_pid()))::float8 AS "oldestTransactionSeconds"
  FROM pg_stat_activity WHERE backend_type = 'client backend'`;

/** Reads the size and use of PostgreSQL. */
export async function readDatabaseState(): Promise<DatabaseState> {
  const [state] = await query<DatabaseState>('database-state', statement, []);
  if (!state) throw new Error('an aggregate has one row');
  return state;
}
