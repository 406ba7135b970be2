import { type Environment, inherited } from '#scripts/environment.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { root } from '#scripts/root.ts';
import { startPostgres } from '#scripts/services/postgres.ts';
import { startRedis } from '#scripts/services/redis.ts';
import { runCommand } from '#scripts/services/run-command.ts';
import { seed } from '#scripts/stack/account.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { step } from '#scripts/stack/terminal.ts';
import type { Pids } from '../processor-time.ts';
import { type Database, openDatabase } from './database.ts';
import type { LogProblems } from './log-problems.ts';
import { type Program, startProgram } from './program.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { type CarrierLimits, programSettings } from './settings.ts';
import { keyHeaders } from './sign-up.ts';
import { stoppablePart } from './stoppable-part.ts';

/** A separate Dakiya for one scenario, with an empty database and an empty Redis. */
export type Dakiya = {
  /** The web process's address, without a trailing slash. */
  url: string;
  /** Headers of a request to the API. */
  headers: Record<string, string>;
  database: Database;
  databaseUrl: string;
  sandbox: Sandbox;
  web: Program;
  /** The processes, without a worker. */
  pids: Pids;
  /** @param settings override those of the benchmark */
  startWorker(settings?: Environment): Promise<Program>;
};

export type Bench = { register: RegisterPart; logProblems: LogProblems };

/** A limit that no scenario reaches. */
const unreachableLimit = 100_000_000;

/**
 * Starts a Dakiya, runs a scenario on it, and stops it.
 *
 * @param carrier the worker's limits towards the sandbox
 * @param tree another checkout, which was built: its web and worker run, with this one's sandbox
 */
export async function withDakiya<T>(
  bench: Bench,
  carrier: CarrierLimits,
  scenario: (dakiya: Dakiya) => Promise<T>,
  tree = root,
): Promise<T> {
  const stops: (() => Promise<unknown>)[] = [];
  const register: RegisterPart = (...parts) => {
    bench.register(...parts);
    stops.push(...parts.map((part) => part.stop));
  };
  const dakiya = await step(
    'Starting PostgreSQL, Redis, sandbox and web',
    () => start({ ...bench, register }, carrier, tree),
    () => `PostgreSQL, Redis, sandbox and web run; ${describeCarrier(carrier)}`,
  );
  try {
    return await scenario(dakiya);
  } finally {
    await dakiya.database.close();
    for (const stop of stops.toReversed()) await stop();
  }
}

const describeCarrier = ({ window, rate }: CarrierLimits) =>
  `the carrier's window is ${window}, its rate ${rate}/s`;

async function start(
  { register, logProblems }: Bench,
  carrier: CarrierLimits,
  tree: string,
): Promise<Dakiya> {
  const options = { dataDir: '', log: () => undefined, throwaway: true };
  // As in production, a commit is written to disk before the client gets a response.
  const postgres = await startPostgres({ ...options, sync: true });
  if (postgres.process) register(stoppablePart('PostgreSQL', postgres.process, postgres.stop));
  const redis = await startRedis(options);
  if (redis.process) register(stoppablePart('Redis', redis.process, redis.stop));

  await migrate(postgres.url(), tree);
  const services = { DATABASE_URL: postgres.url(), REDIS_URL: redis.url };
  const env = await programSettings(services, carrier);
  const key = await seed(['build/seed.js'], env, tree);
  const database = openDatabase(postgres.url());
  await database.query('UPDATE plans SET message_limit = $1, api_call_limit = $1', [
    unreachableLimit,
  ]);

  const run = (name: 'web' | 'worker' | 'sandbox', settings: Environment = {}) =>
    startProgram(
      name,
      { ...env, ...settings },
      register,
      logProblems,
      name === 'sandbox' ? root : tree,
    );
  const sandbox = await run('sandbox');
  const web = await run('web');
  return {
    url: `http://${env.HOST}:${env.PORT}`,
    headers: keyHeaders(key),
    database,
    databaseUrl: postgres.url(),
    sandbox: openSandbox(`http://${env.HOST}:${env.SANDBOX_PORT}`),
    web,
    pids: {
      web: web.pid,
      sandbox: sandbox.pid,
      ...(postgres.process && { PostgreSQL: postgres.process.pid }),
      ...(redis.process && { Redis: redis.process.pid }),
    },
    startWorker: (settings) => run('worker', settings),
  };
}

/** Each checkout has migrations of its own. */
async function migrate(databaseUrl: string, tree: string): Promise<void> {
  if (tree === root) await applyMigrations(databaseUrl);
  else
    await runCommand({
      name: 'Migrating the other checkout',
      command: process.execPath,
      args: ['scripts/run.mjs', 'migrate'],
      env: { ...inherited, DATABASE_URL: databaseUrl },
      cwd: tree,
    });
}
