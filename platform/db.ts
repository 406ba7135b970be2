import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { z } from 'zod';
import { type Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { product } from '#product.ts';
import { isDeadlock } from './database-errors.ts';
import { isLoopback } from './https-only.ts';
import { ofInstance, perInstance } from './instance.ts';
import { logger } from './logger.ts';
import { retry } from './promises.ts';
import { count, defineSettings } from './settings.ts';
import { onShutdown } from './shutdown.ts';

// 20 is the type int8 in pg_type. Our values of this type are counts and row numbers, all far below 2^53.
pg.types.setTypeParser(20, Number);

/** The user, password and name of the development database. */
const { slug } = product;

/** The database of a demo and of development. */
export const defaultDatabaseUrl = `postgresql://${slug}:${slug}@127.0.0.1:5432/${slug}`;

export const databaseSettings = defineSettings(
  {
    DATABASE_URL: z.string().default(defaultDatabaseUrl),
    /** Maximum number of connections that a process opens. */
    DATABASE_POOL: count.default(10),
  },
  {
    check: ({ DATABASE_URL }, { isProduction }) =>
      isProduction && hasDefaultPassword(DATABASE_URL)
        ? ['DATABASE_URL: set a password for the database in production']
        : [],
  },
);

function hasDefaultPassword(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { password, hostname } = new URL(databaseUrl);
  return password === slug && !isLoopback(hostname);
}

/** The shared connections to PostgreSQL. */
const pool = perInstance(openPool);

function openPool(): pg.Pool {
  const made = new pg.Pool({
    connectionString: databaseSettings.DATABASE_URL,
    max: databaseSettings.DATABASE_POOL,
    connectionTimeoutMillis: 5_000,
    // Keep-alive detects a dead server even while a connection waits for a response.
    keepAlive: true,
    // `force_custom_plan`: a generic plan, made when a table was small, would still scan it when it has a million rows.
    // Reserving messages then took 20 ms; planning each time costs far less. `TimeZone`: Prisma's adapter writes times
    // without a zone and reads them as UTC. The timeout releases the locks of a process that freezes within a transaction,
    // because other requests wait for them.
    options:
      '-c plan_cache_mode=force_custom_plan -c jit=off -c TimeZone=UTC -c idle_in_transaction_session_timeout=10s',
  });
  made.on('error', (error) => logger.warn({ error }, 'lost an idle connection to PostgreSQL'));
  // The pool handles errors only on idle connections, and a query only while it runs. Without this handler, losing a
  // connection between two statements of a transaction would end the process. With it, the next statement fails.
  made.on('connect', (client) => {
    client.on('error', (error) => logger.debug({ error }, 'lost a connection to PostgreSQL'));
  });
  onShutdown('postgres', () => made.end());
  return made;
}

/** The current use of the connections. */
export function getPoolState() {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool();
  return { total, idle, waiting, max: databaseSettings.DATABASE_POOL };
}

/**
 * Checks that PostgreSQL accepts writes.
 *
 * @returns how many milliseconds this process's clock is ahead of PostgreSQL's. The value is exact to half of the response
 *   time
 * @throws if PostgreSQL does not accept writes, or does not respond within `limitMs` milliseconds
 */
export async function pingDatabase(limitMs: number): Promise<number> {
  const statement: pg.QueryConfig & { query_timeout: number } = {
    text: `SELECT current_setting('transaction_read_only') = 'off' AS "takesWrites", clock_timestamp() AS now`,
    query_timeout: limitMs,
  };
  const began = performance.now();
  const { rows } = await pool().query<{ takesWrites: boolean; now: Date }>(statement);
  const [row] = rows;
  if (!row?.takesWrites) throw new Error('PostgreSQL accepts no writes');
  return Date.now() - (performance.now() - began) / 2 - row.now.getTime();
}

/** The Prisma client, for reads and ordinary writes. Statements over many rows use `query`. */
export const prisma = ofInstance(() => new PrismaClient({ adapter: new PrismaPg(pool()) }));

/** An object that runs SQL: the pool, or the connection of a transaction. */
export type SqlClient = Pick<pg.PoolClient, 'query'>;

/** How long to retry a statement that a deadlock has aborted, in milliseconds. */
const deadlockRetryMs = 5_000;

/**
 * Runs one statement, prepared once per connection. Outside a transaction, a statement that was aborted by a deadlock is
 * retried. Inside a transaction there is no retry, because the caller must retry the whole transaction.
 *
 * @param name the name of the prepared statement. Two statements with different texts must not have the same name
 * @param tx the transaction in which the statement runs; by default the statement runs alone
 */
export async function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
  tx?: SqlClient,
): Promise<Row[]> {
  const runOn = (where: SqlClient) => where.query<Row>({ name, text, values });
  const result = tx
    ? await runOn(tx)
    : await retry(() => runOn(pool()), { while: isDeadlock, forMs: deadlockRetryMs, everyMs: 10 });
  return result.rows;
}

/**
 * Runs one statement that PostgreSQL does not allow within a transaction. The statement waits for a lock for at most a second,
 * because other statements queue behind it.
 */
export async function runAlone(text: string): Promise<void> {
  const connection = await pool().connect();
  let broken = false;
  try {
    await connection.query(`SET lock_timeout = '1s'`);
    await connection.query(text);
  } finally {
    await connection.query('RESET lock_timeout').catch(() => {
      broken = true;
    });
    connection.release(broken);
  }
}

/** A running transaction; `afterCommit` registers work to do after the commit. */
export type Transaction = SqlClient & { afterCommit: (work: () => void) => void };

type TransactionOptions = {
  /** Names of advisory locks, which are held during the whole transaction. */
  lock?: string | string[];
  /** If true, all statements read the same state of the database, and writes are rejected. */
  snapshot?: boolean;
  /**
   * PostgreSQL's `lock_timeout` for the transaction, including its advisory locks, in milliseconds. By default, the setting
   * of the server applies.
   */
  lockWaitMs?: number | undefined;
};

/** Runs `work` in one transaction, which is committed if `work` resolves, and rolled back if it throws. */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  { lock = [], snapshot = false, lockWaitMs }: TransactionOptions = {},
): Promise<T> {
  const connection = await pool().connect();
  let broken: Error | undefined;
  const afterwards: (() => void)[] = [];
  try {
    // All these statements take a single round trip. Later statements see the changes that previous holders of the locks
    // committed.
    const begin = snapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN';
    const limit = lockWaitMs === undefined ? [] : [`SET LOCAL lock_timeout = ${lockWaitMs}`];
    await connection.query([begin, ...limit, ...lockStatements(lock)].join('; '));
    const result = await work({
      query: connection.query.bind(connection) as SqlClient['query'],
      afterCommit: (next) => afterwards.push(next),
    });
    await connection.query('COMMIT');
    for (const next of afterwards) next();
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}

/**
 * Runs `work` in one transaction of the Prisma client. `tx` runs other statements in the same transaction.
 */
export const prismaTransaction = <T>(
  work: (client: Prisma.TransactionClient, tx: SqlClient) => Promise<T>,
): Promise<T> =>
  prisma.$transaction((client) => {
    const run = async ({ text, values = [] }: pg.QueryConfig) => ({
      rows: await client.$queryRawUnsafe(text, ...values),
    });
    return work(client, { query: run as unknown as SqlClient['query'] });
  });

/**
 * Returns the statements that take these locks, always in the same order, so that transactions with the same locks cannot
 * deadlock.
 */
const lockStatements = (names: string | string[]) =>
  [names]
    .flat()
    .map(lockNumber)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((number) => `SELECT pg_advisory_xact_lock(${number})`);

/** Converts the name of a lock to a 64-bit number, as PostgreSQL requires for advisory locks. */
function lockNumber(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE();
}

/**
 * SQL: the current time, rounded to milliseconds like the columns of times. A due time that is written with `now()` is
 * rounded, so it may be up to half a millisecond in the future. Compare due times with this value instead of `now()`:
 * then a row that was written as due at once is due for each later statement.
 */
export const storedNow = 'now()::timestamptz(3)';

/**
 * CTE `unflushed` with one row. If a statement reads it, the commit does not wait for the disk
 * (https://www.postgresql.org/docs/current/wal-async-commit.html). Use it only for changes that can be repeated if a crash
 * of PostgreSQL undoes them.
 */
export const commitWithoutFlush = `unflushed AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
  )`;
