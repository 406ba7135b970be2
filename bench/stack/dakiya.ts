import type { Environment } from '#scripts/environment.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { startPostgres } from '#scripts/services/postgres.ts';
import { startRedis } from '#scripts/services/redis.ts';
import { seed } from '#scripts/stack/account.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { step } from '#scripts/stack/terminal.ts';
import { type Database, openDatabase } from './database.ts';
import type { LogProblems } from './log-problems.ts';
import { type Program, startProgram } from './program.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { type CarrierLimits, programSettings } from './settings.ts';
import { stoppablePart } from './stoppable-part.ts';

/** A Dakiya of its own for one scenario: nothing in the database, nothing in Redis. */
export type Dakiya = {
  /** The web process's address, without a slash at its end. */
  url: string;
  /** What a request to the API carries. */
  headers: Record<string, string>;
  database: Database;
  sandbox: Sandbox;
  web: Program;
  /** @param settings what differs from those of the bench */
  startWorker(settings?: Environment): Promise<Program>;
};

export type Bench = { enter: RegisterPart; complaints: LogProblems };

/** More than any scenario sends. */
const plenty = 100_000_000;

/**
 * Runs a scenario on a Dakiya that is started for it and ended after it.
 *
 * @param carrier what the worker may ask of the sandbox
 */
export async function withDakiya<T>(
  bench: Bench,
  carrier: CarrierLimits,
  scenario: (dakiya: Dakiya) => Promise<T>,
): Promise<T> {
  const stops: (() => Promise<unknown>)[] = [];
  const enter: RegisterPart = (...parts) => {
    bench.enter(...parts);
    stops.push(...parts.map((part) => part.stop));
  };
  const dakiya = await step(
    'Starting PostgreSQL, Redis, sandbox and web',
    () => start({ ...bench, enter }, carrier),
    () => `PostgreSQL, Redis, sandbox and web run; ${inWords(carrier)}`,
  );
  try {
    return await scenario(dakiya);
  } finally {
    await dakiya.database.close();
    for (const stop of stops.toReversed()) await stop();
  }
}

const inWords = ({ window, rate }: CarrierLimits) =>
  `the carrier's window is ${window}, its rate ${rate}/s`;

async function start({ enter, complaints }: Bench, carrier: CarrierLimits): Promise<Dakiya> {
  const options = { dataDir: '', log: () => undefined, throwaway: true };
  // As in production a commit is on the disk before it is answered, though nobody keeps it.
  const postgres = await startPostgres({ ...options, sync: true });
  if (postgres.process) enter(stoppablePart('PostgreSQL', postgres.process, postgres.stop));
  const redis = await startRedis(options);
  if (redis.process) enter(stoppablePart('Redis', redis.process, redis.stop));

  await applyMigrations(postgres.url());
  const services = { DATABASE_URL: postgres.url(), REDIS_URL: redis.url };
  const env = await programSettings(services, carrier);
  const { keyId, secretKey } = await seed(['build/seed.js'], env);
  const database = openDatabase(postgres.url());
  await database.query('UPDATE plans SET message_limit = $1, api_call_limit = $1', [plenty]);

  const run = (name: 'web' | 'worker' | 'sandbox', settings: Environment = {}) =>
    startProgram(name, { ...env, ...settings }, enter, complaints);
  await run('sandbox');
  return {
    url: `http://${env.HOST}:${env.PORT}`,
    headers: { 'x-api-id': keyId, 'x-api-key': secretKey, 'content-type': 'application/json' },
    database,
    sandbox: openSandbox(`http://${env.HOST}:${env.SANDBOX_PORT}`),
    web: await run('web'),
    startWorker: (settings) => run('worker', settings),
  };
}
