import pg from 'pg';
import { inherited } from '#scripts/environment.ts';
import { until } from './until.ts';

/**
 * The PostgreSQL database and the Redis database of this process, which runs one test file after another. Both are numbered
 * with Vitest's number of this process.
 */
const { TEST_POSTGRES_URL, TEST_REDIS_URL, VITEST_POOL_ID } = inherited;
if (!TEST_POSTGRES_URL || !TEST_REDIS_URL) throw new Error('Run the tests with `npm test`.');

const name = `dakiya_test_${VITEST_POOL_ID}`;

/** The product's settings for both databases. */
export const testDatabases = {
  DATABASE_URL: `${TEST_POSTGRES_URL}/${name}`,
  REDIS_URL: `${TEST_REDIS_URL}/${Number(VITEST_POOL_ID) % 16}`,
};

/**
 * Identifies the definitions of a database by their number and the last transaction that changed any of
 * them.
 */
const definitions = `
  SELECT string_agg(concat_ws(' ', name, number, latest), ',' ORDER BY name) AS text FROM (
    SELECT 'class' AS name, count(*) AS number, max(xmin::text::bigint) AS latest FROM pg_class WHERE relpersistence = 'p'
    UNION ALL SELECT 'attribute', count(*), max(xmin::text::bigint) FROM pg_attribute
    UNION ALL SELECT 'constraint', count(*), max(xmin::text::bigint) FROM pg_constraint
    UNION ALL SELECT 'trigger', count(*), max(xmin::text::bigint) FROM pg_trigger
    UNION ALL SELECT 'function', count(*), max(xmin::text::bigint) FROM pg_proc
    UNION ALL SELECT 'setting', count(*), max(xmin::text::bigint) FROM pg_db_role_setting
  ) AS of`;

/** Deletes every row. Foreign key triggers are off, so the order of the tables does not matter. */
const deleteRows = `
  DO $$ DECLARE name regclass; BEGIN
    SET LOCAL session_replication_role = replica;
    SET LOCAL lock_timeout = '1s';
    FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'audit'::regnamespace) LOOP
      EXECUTE format('DELETE FROM %s', name);
    END LOOP;
  END $$`;

/** A table with its initial rows, such as the plans, as JSON. */
type Seed = { table: string; columns: string; rows: string };

let copied: { definitions: string; bytes: number; seeds: Seed[] } | undefined;

/**
 * If the database has grown by this number of bytes, the file wrote many rows, such as a million messages. The statistics of
 * deleted rows would remain, and the planner would read whole tables until autovacuum has finished.
 */
const maxGrowth = 32 * 2 ** 20;

/**
 * Restores the rows of the template. If a file has changed a definition or written many rows, replaces the database with a new
 * copy, which takes ten times as long. Call it after `configure`.
 */
export async function resetDatabase(): Promise<void> {
  if (copied && (await emptied(copied))) return;
  await recreateDatabase();
  await complete();
  copied = await connected(testDatabases.DATABASE_URL, async (client) => ({
    definitions: await readDefinitions(client),
    bytes: await readBytes(client),
    seeds: await readSeeds(client),
  }));
}

/**
 * Creates the partitions of months in a new copy. Otherwise a worker or the first event of the audit trail would create them,
 * which would change definitions and make the database unusable for the next file.
 */
async function complete(): Promise<void> {
  // These modules are imported only here, because they read the settings when they are loaded.
  const { makeAuditMonths } = await import('#domain/audit/scheduled-tasks.ts');
  const { makeMonths } = await import('#domain/messaging/months/maintain-months.ts');
  const { getPoolState } = await import('#platform/db.ts');
  // The previous file may have left connections in the pool that the server has closed.
  await until('the pool has dropped lost connections', () => getPoolState().total === 0);
  await makeMonths();
  await makeAuditMonths();
}

/** @returns false if definitions differ, the file wrote many rows, or another session holds a lock */
const emptied = (from: NonNullable<typeof copied>): Promise<boolean> =>
  connected(testDatabases.DATABASE_URL, async (client) => {
    if ((await readDefinitions(client)) !== from.definitions) return false;
    if ((await readBytes(client)) > from.bytes + maxGrowth) return false;
    try {
      await client.query('BEGIN');
      await client.query(deleteRows);
      for (const { table, columns, rows } of from.seeds) {
        await client.query(
          `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
          [rows],
        );
      }
      await client.query('COMMIT');
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')) {
        return false;
      }
      throw error;
    }
  });

async function readDefinitions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(definitions);
  return rows[0]?.text ?? '';
}

async function readBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(rows[0]?.bytes);
}

async function readSeeds(client: pg.Client): Promise<Seed[]> {
  const tables = await client.query<{ table: string; columns: string }>(`
    SELECT c.oid::regclass::text AS table, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY c.oid`);
  const seeds: Seed[] = [];
  for (const { table, columns } of tables.rows) {
    const { rows } = await client.query(`SELECT json_agg(t) AS rows FROM ${table} AS t`);
    if (rows[0].rows) seeds.push({ table, columns, rows: JSON.stringify(rows[0].rows) });
  }
  return seeds;
}

/** Replaces the database with a copy of the template. The server ends connections to the former database. */
export const recreateDatabase = (): Promise<void> =>
  connected(`${TEST_POSTGRES_URL}/postgres`, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE dakiya_template`);
  });

async function connected<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
