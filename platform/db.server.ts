import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#prisma/generated/client.ts';
import { isDeadlock } from './database-errors.ts';
import { databaseSettings } from './database-settings.ts';
import { logger } from './logger.ts';
import { retry } from './retry.ts';
import { onShutdown } from './shutdown.ts';

// 20 is int8 in pg_type: counts and row numbers, all far below 2^53.
pg.types.setTypeParser(20, Number);

/** The connections to PostgreSQL that the whole process shares. */
const pool = openPool();

function openPool(): pg.Pool {
  const made = new pg.Pool({
    connectionString: databaseSettings.DATABASE_URL,
    max: databaseSettings.DATABASE_POOL,
    connectionTimeoutMillis: 5_000,
    // A server that went away is noticed by the next query, not by a crash of this process.
    keepAlive: true,
    // A plan made once per connection, while a table is small, would still read it whole when it
    // has grown to a million rows: measured, a claim took 20 ms. Planning each time costs far less.
    // Prisma's adapter writes times without a zone and reads them as UTC, so the session must be.
    options: '-c plan_cache_mode=force_custom_plan -c jit=off -c TimeZone=UTC',
  });
  made.on('error', (error) => logger.warn({ error }, 'lost an idle connection to PostgreSQL'));
  // The pool listens to idle connections alone, and a query only while it runs. One that is lost between two
  // statements of a transaction would end the process; so, whoever holds it is told by their next statement.
  made.on('connect', (client) => {
    client.on('error', (error) => logger.debug({ error }, 'lost a connection to PostgreSQL'));
  });
  onShutdown('postgres', () => made.end());
  return made;
}

/** How the connections are used now. */
export function getPoolState() {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
  return { total, idle, waiting, max: databaseSettings.DATABASE_POOL };
}

/** Asks PostgreSQL whether it takes writes. @throws if not, or if there is no answer in time, in milliseconds */
export async function pingDatabase(limitMs: number): Promise<void> {
  const asked: pg.QueryConfig & { query_timeout: number } = {
    text: 'SHOW transaction_read_only',
    query_timeout: limitMs,
  };
  const { rows } = await pool.query<{ transaction_read_only: string }>(asked);
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('PostgreSQL takes no writes');
}

/** Reads and ordinary writes. Statements that take many rows at once use `query`. */
export const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });

/** Something that runs SQL: the pool, or one connection within a transaction. */
export type SqlClient = Pick<pg.PoolClient, 'query'>;

/** How long a statement that was given up for a deadlock is tried again. */
const deadlocksMs = 5_000;

/**
 * Runs one statement, prepared once per connection.
 *
 * Alone, a statement is its own transaction: given up to end a deadlock, it is run again. Within a
 * transaction that is for whoever began it.
 *
 * @param name names the statement; one name, one text
 * @param on the transaction to run it in, or the pool
 */
export async function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
  on?: SqlClient,
): Promise<Row[]> {
  const run = (where: SqlClient) => where.query<Row>({ name, text, values });
  const result = on
    ? await run(on)
    : await retry(() => run(pool), { while: isDeadlock, forMs: deadlocksMs, everyMs: 10 });
  return result.rows;
}

/** A transaction under way, and what is to be done once it is committed. */
export type Transaction = SqlClient & { afterCommit: (work: () => void) => void };

type TransactionOptions = {
  /** Names what only one transaction at a time may hold, from its beginning to its end. */
  lock?: string;
};

/** Runs `work` in one transaction: committed if it returns, rolled back if it throws. */
export async function transaction<T>(
  work: (on: Transaction) => Promise<T>,
  { lock }: TransactionOptions = {},
): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  const afterwards: (() => void)[] = [];
  try {
    // In one round trip; what the transaction reads after it is as the last holder left it.
    await connection.query(
      lock ? `BEGIN; SELECT pg_advisory_xact_lock(${lockNumber(lock)})` : 'BEGIN',
    );
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

/** PostgreSQL's advisory locks are 64-bit numbers. */
function lockNumber(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE();
}
