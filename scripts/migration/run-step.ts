import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../services/processes.ts';
import type { Step } from './steps.ts';

/** Time limits, in milliseconds. */
export type Limits = {
  /**
   * How long a step waits for a lock. Meanwhile all other statements on the table queue behind it. This time must
   * exceed PostgreSQL's `deadlock_timeout` of a second, because only then does PostgreSQL end an autovacuum that blocks
   * the step.
   */
  lockTimeoutMs: number;
  /** How long a step may hold its locks; 0 means no limit. */
  statementTimeoutMs: number;
  /** How long a step is retried if it does not get its locks. */
  retryForMs: number;
};

export type StepContext = {
  client: pg.Client;
  /** The database's URL, for a second connection. */
  url: string;
  limits: Limits;
  log: (line: string) => void;
  /** Records the step as done, in the step's transaction if it has one. */
  record: () => Promise<void>;
  /** Whether an earlier run may have applied the step without recording it. */
  isRepeated: boolean;
};

/**
 * The pauses between attempts, in milliseconds. During a pause, the statements run that had to wait behind the step.
 * After the last pause of the list, every pause is as long as the last one.
 */
const pausesMs = [500, 1_000, 2_000, 5_000, 10_000];

/**
 * Runs a step of a migration. If a step does not get its locks in time, it is undone and retried.
 *
 * @throws the error of the step, or an Error if it did not get its locks in time
 */
export async function runStep(step: Step, context: StepContext): Promise<void> {
  const { client, limits, log } = context;
  const until = performance.now() + limits.retryForMs;
  for (let tries = 0; ; tries++) {
    try {
      if (step.kind === 'build' || step.kind === 'drop') {
        await runConcurrently(step, context, tries);
      } else await runInTransaction(step, context);
      return;
    } catch (error) {
      // 55P03: the lock was not free in time. 40P01: PostgreSQL ended the statement because of a deadlock.
      if (!['55P03', '40P01'].includes(errorCode(error))) throw error;
      const holder = await oldestTransaction(client);
      if (performance.now() > until) {
        throw new Error(
          `it did not get its locks within ${limits.retryForMs / 1_000} s. ${holder} ` +
            'End that one, then run `npm run migrate` again.',
        );
      }
      log(`Waiting for a lock (line ${step.line}). ${holder}`);
      await pause(pausesMs[Math.min(tries, pausesMs.length - 1)]);
    }
  }
}

async function runInTransaction(step: Step, { client, limits, record }: StepContext) {
  const statementTimeoutMs = step.kind === 'validate' ? 0 : limits.statementTimeoutMs;
  try {
    await client.query(
      `BEGIN; SET LOCAL lock_timeout = ${limits.lockTimeoutMs};
       SET LOCAL statement_timeout = ${statementTimeoutMs}`,
    );
    await client.query(step.sql);
    await record();
    await client.query('COMMIT');
  } catch (error) {
    // After a lost connection there is nothing to undo, so the rollback's error is ignored.
    await client.query('ROLLBACK').catch(() => undefined);
    if (errorCode(error) !== '57014') throw error;
    throw new Error(
      `it held its locks for ${statementTimeoutMs / 1_000} s, and was undone. Make it several migrations, or ` +
        'let a background migration do what takes so long.',
      { cause: error },
    );
  }
}

/**
 * Builds or drops an index. There is no time limit, because PostgreSQL waits for running transactions without blocking other
 * statements. An interrupted build leaves an invalid index.
 */
async function runConcurrently(step: Step, context: StepContext, tries: number): Promise<void> {
  const { client, record, isRepeated } = context;
  const isAgain = isRepeated || tries > 0;
  const before = step.index && (await stateOf(client, step.index));
  if (before === 'invalid') await dropInvalid(step, context);
  const isDone = isAgain && before === 'valid';
  if (!isDone) await runAlone(step, context, isAgain);
  await record();
}

async function runAlone(step: Step, context: StepContext, isAgain: boolean): Promise<void> {
  const { client } = context;
  const watch = step.kind === 'build' ? watchBuild(context) : null;
  try {
    await client.query(step.sql);
  } catch (error) {
    // 42704: an earlier attempt dropped the index without recording it.
    if (step.kind === 'drop' && isAgain && errorCode(error) === '42704') return;
    // An invalid index slows down every write, and rejects duplicates if it is unique, so it is dropped. If the connection
    // was lost, the next run drops it.
    const left = step.index && (await stateOf(client, step.index).catch(() => 'unknown'));
    if (left === 'invalid') await dropInvalid(step, context);
    throw error;
  } finally {
    await watch?.();
  }
}

async function dropInvalid({ index }: Step, { client, log }: StepContext): Promise<void> {
  log(`Dropping ${index}, which a failed try left invalid.`);
  await client.query(`DROP INDEX CONCURRENTLY ${index}`);
}

/** Returns the state of an index. @param index the name of the index in SQL */
async function stateOf(client: pg.Client, index: string): Promise<'valid' | 'invalid' | 'missing'> {
  // An index of a partitioned table (`I`) counts as valid here. For PostgreSQL, it is invalid until each partition has its
  // index.
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT indisvalid OR relkind = 'I' AS valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indexrelid = to_regclass($1)`,
    [index],
  );
  if (!rows[0]) return 'missing';
  return rows[0].valid ? 'valid' : 'invalid';
}

/** Returns a sentence about the session that probably holds the lock. */
async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    SELECT pid, coalesce(nullif(application_name, ''), usename) AS name, state,
      round(extract(epoch FROM clock_timestamp() - xact_start)) AS seconds
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    ORDER BY xact_start LIMIT 1`);
  const [oldest] = rows;
  if (!oldest) return 'No other transaction is open now.';
  const { pid, name, state, seconds } = oldest;
  return `The oldest other transaction is ${seconds} s old: process ${pid} (${name}, ${state}).`;
}

type Watched = { client: pg.Client; url: string; log: (line: string) => void };

const everyMs = 10_000;

/**
 * Reports the progress of a connection's index build every ten seconds, over a second connection.
 *
 * @returns a function that ends the reports
 */
function watchBuild({ client, url, log }: Watched): () => Promise<void> {
  let second: pg.Client | null = null;
  let asking: Promise<void> = Promise.resolve();
  const ask = async () => {
    if (!second) {
      second = new pg.Client({ connectionString: url });
      second.on('error', () => undefined);
      await second.connect();
    }
    const { rows } = await second.query<Progress>(progressSql, [processOf(client)]);
    if (rows[0]) log(describe(rows[0]));
  };
  const timer = setInterval(() => {
    // The build continues without progress reports.
    asking = asking.then(ask).catch((error) => log(`No progress can be read: ${error.message}`));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await asking;
    await second?.end();
  };
}

type Progress = { index: string; phase: string; percent: number | null; waitsFor: number | null };

const progressSql = `
  SELECT index_relid::regclass::text AS index, phase, nullif(current_locker_pid, 0) AS "waitsFor",
    CASE WHEN blocks_total > 0 THEN round(100.0 * blocks_done / blocks_total)
      WHEN tuples_total > 0 THEN round(100.0 * tuples_done / tuples_total) END AS percent
  FROM pg_stat_progress_create_index WHERE pid = $1`;

function describe({ index, phase, percent, waitsFor }: Progress): string {
  const share = percent === null ? '' : `, ${percent} %`;
  const waits = waitsFor === null ? '' : `; it waits for the transaction of process ${waitsFor}`;
  return `Building ${index}: ${phase}${share}${waits}.`;
}

/** Returns the id of a connection's server process, which pg's types do not declare. */
const processOf = (client: pg.Client) => (client as pg.Client & { processID: number }).processID;
