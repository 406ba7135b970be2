import pg from 'pg';
import { databaseSettings } from '#platform/db.ts';

/** The tables to copy, each after the tables that it references. */
const tables = ['plans', 'users', 'sessions', 'credentials', 'usage_periods'];

/**
 * Copies all users of the test database with their rows into another database, which may already contain some of these
 * rows.
 */
export async function copyAccount<A>(account: A, to: string): Promise<A> {
  const [from, target] = [databaseSettings.DATABASE_URL, to].map(
    (connectionString) => new pg.Client(connectionString),
  );
  if (!from || !target) throw new Error('two databases');
  await Promise.all([from.connect(), target.connect()]);
  for (const table of tables) {
    const { rows } = await from.query(`SELECT to_json(t) AS row FROM ${table} AS t`);
    await target.query(
      `INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)
         ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows.map(({ row }) => row))],
    );
  }
  await Promise.all([from.end(), target.end()]);
  return account;
}
