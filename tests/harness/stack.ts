import pg from 'pg';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { type Environment, inherited } from '#scripts/environment.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { root } from '#scripts/root.ts';
import { runCommand } from '#scripts/services/child.ts';
import { startPostgres } from '#scripts/services/postgres.ts';
import { startRedis } from '#scripts/services/redis.ts';
import { localProviderSettings, newSecrets } from '#scripts/stack/local-settings.ts';
import { type ProgramName, seed } from '#scripts/stack/programs.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { formatLogLine } from '#scripts/stack/terminal.ts';
import { createMigratedCluster } from '#scripts/testing/migrated-cluster.ts';
import { createProgram, type Program } from './program.ts';
import { keyHeaders, openSandbox, type Sandbox } from './stack-clients.ts';

export type Services = { DATABASE_URL: string; REDIS_URL: string };

/** Services that were started for a run, with the ids of their processes. */
export type OwnServices = Services & {
  pids: { PostgreSQL?: number; Redis?: number };
  stop(): Promise<void>;
};

/**
 * Starts an empty PostgreSQL, which syncs each commit to disk as in production, and an empty Redis.
 *
 * @param tree the checkout whose migrations are applied
 */
async function startServices(tree = root): Promise<OwnServices> {
  const isOurs = tree === root;
  const postgres = await startPostgres({
    ...{ throwaway: true, sync: true },
    ...(isOurs && { createCluster: createMigratedCluster }),
  });
  const redis = await startRedis({ throwaway: true });
  const DATABASE_URL = postgres.url();
  if (isOurs) await applyMigrations(DATABASE_URL);
  else
    await runCommand({
      name: 'Migrating the other checkout',
      command: process.execPath,
      args: ['scripts/run.mjs', 'migrate'],
      env: { ...inherited, DATABASE_URL },
      cwd: tree,
    });
  return {
    DATABASE_URL,
    REDIS_URL: redis.url,
    pids: {
      ...(postgres.process && { PostgreSQL: postgres.process.pid }),
      ...(redis.process && { Redis: redis.process.pid }),
    },
    async stop() {
      await redis.stop();
      await postgres.stop();
    },
  };
}

/** Limits that no run reaches. The product still checks and counts them, so that a bench includes this work. */
const noLimits = Object.fromEntries(
  [
    ...['RATE_LIMIT_PER_SECOND', 'RATE_LIMIT_HARD_PER_SECOND', 'OTP_ACCOUNT_PER_HOUR'],
    ...['OTP_MAX_PER_CLIENT_IP_PER_HOUR', 'OTP_MAX_PER_NUMBER_RANGE_PER_HOUR'],
    ...['OTP_RECIPIENT_PER_HOUR', 'MESSAGE_RECIPIENT_PER_HOUR'],
    // Most codes are never verified, which would normally cause a throttle.
    'OTP_THROTTLE_MIN_CODES',
  ].map((name) => [name, '1000000']),
);

/** A quota that no run reaches. */
const unreachable = 100_000_000;

/**
 * The complete environment of the programs, with free ports, and with the sandbox instead of external services. Settings of
 * the shell are not inherited, so that runs are the same on every machine.
 *
 * @param settings override the others
 */
async function stackSettings(services: Services, settings: Environment = {}) {
  const HOST = '127.0.0.1';
  const [PORT, SANDBOX_PORT] = [await freePort(), await freePort()];
  const [SMPP_PORT, SANDBOX_SMTP_PORT] = [await freePort(), await freePort()];
  const addresses = { HOST, PORT, SANDBOX_PORT, SMPP_PORT, SANDBOX_SMTP_PORT };
  return {
    DATABASE_URL: services.DATABASE_URL,
    REDIS_URL: services.REDIS_URL,
    PATH: inherited.PATH,
    NODE_ENV: 'production',
    HOST,
    PORT: `${PORT}`,
    SANDBOX_PORT: `${SANDBOX_PORT}`,
    SMPP_PORT: `${SMPP_PORT}`,
    SANDBOX_SMTP_PORT: `${SANDBOX_SMTP_PORT}`,
    PUBLIC_URL: `http://localhost:${PORT}`,
    ...newSecrets(),
    ...(localProviderSettings(addresses) as Required<ReturnType<typeof localProviderSettings>>),
    DRAIN_SECONDS: '0',
    // The accounts' email addresses are not confirmed.
    REQUIRE_CONFIRMED_EMAIL: 'false',
    // Webhooks may be posted to this address, because the receivers of a run listen on it.
    WEBHOOK_ALLOW: HOST,
    ...noLimits,
    ...settings,
  };
}

/** Direct access to the programs' database. */
export type Database = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** Connects to a database, over at most four connections. */
export function openDatabase(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Ctrl-C also stops PostgreSQL, which breaks idle connections. The error of an idle connection is ignored, because a
  // query that needs the connection reports the error again.
  pool.on('error', () => undefined);
  return {
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: () => pool.end(),
  };
}

/** Log lines of the programs with a level above `info`. */
export type LogProblems = ReturnType<typeof collectLogProblems>;

export function collectLogProblems() {
  /** Errors, and lines that are not JSON, such as stack traces. */
  const errors: string[] = [];
  const warnings: string[] = [];
  return {
    errors,
    warnings,
    addLine(program: string, line: string): void {
      if (line === '' || /^\{"level":[123]0,/.test(line)) return;
      const list = line.startsWith('{"level":40,') ? warnings : errors;
      list.push(`${program}: ${formatLogLine(line)}`);
    },
  };
}

export type StackOptions = {
  /** PostgreSQL and Redis; by default new servers. */
  services?: Services;
  /** Settings that override those of `stackSettings`. */
  settings?: Environment;
  webs?: number;
  /** The number of workers at the start; `startWorker` starts more. */
  workers?: number;
  /** Settings of a single worker. */
  workerSettings?: (worker: number) => Environment;
  /** Maps the carrier's port to the port that workers use; by default the same port. */
  carrierPort?: (port: number) => Promise<number>;
  /** Another built checkout, whose web servers and workers run with the sandbox of this one. */
  tree?: string;
  /** Receives the output of web servers, workers and sandbox, line by line. */
  onLine?: (program: string, line: string) => void;
  /**
   * Registers the stack, so that the stack is also stopped if the run is interrupted or if a program of the stack
   * crashes.
   */
  register?: RegisterPart;
};

/** A whole Dakiya as processes from build/, which benches and trials use over the network. */
export type Stack = {
  /** The first web server's address, without a trailing slash. */
  url: string;
  webs: (Program & { url: string })[];
  workers: Program[];
  sandbox: Sandbox;
  settings: Awaited<ReturnType<typeof stackSettings>>;
  /** Request headers for the API, with the key of the seeded account. */
  headers: Record<string, string>;
  database: Database;
  /** The ids of the processes: the first web server and the services, without workers. */
  pids: OwnServices['pids'] & { web: number; sandbox: number };
  /** Starts another worker, and waits until it is bound to the carrier. @param settings override the defaults */
  startWorker(settings?: Environment): Promise<Program>;
  stop(): Promise<void>;
};

/**
 * Starts a Dakiya with an empty database, and waits until all of it is ready.
 *
 * @throws Error with the last output of a program that does not start, after stopping the others
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { webs: webCount = 1, workers: workerCount = 0, workerSettings, tree = root } = options;
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  let onCrash: ((how: string) => void) | undefined;
  const ended = new Promise<{ how: string }>((resolve) => {
    onCrash = (how) => resolve({ how });
  });
  options.register?.({ name: 'A program', pid: process.pid, ended, stop });

  try {
    const own = options.services ? null : await startServices(tree);
    if (own) stops.push(own.stop);
    const services = options.services ?? own ?? { DATABASE_URL: '', REDIS_URL: '' };
    const settings = await stackSettings(services, options.settings);
    // The probe that NODE_OPTIONS loads would print lines among those of the seed.
    const { NODE_OPTIONS: _, ...ofSeed } = settings as Environment;
    const key = await seed(['build/seed.js'], ofSeed, tree);
    const database = openDatabase(services.DATABASE_URL);
    stops.push(database.close);
    await database.query('UPDATE plans SET message_limit = $1, api_call_limit = $1', [unreachable]);

    const create = (name: ProgramName, label: string, more: Environment = {}, ready?: RegExp[]) => {
      const program = createProgram(name, {
        label,
        env: { ...settings, ...more },
        tree: name === 'sandbox' ? root : tree,
        ready,
        onLine: (line) => options.onLine?.(label, line),
        onCrash: (how) => onCrash?.(how),
      });
      stops.push(program.stop);
      return program;
    };
    const sandbox = create('sandbox', 'sandbox');
    await sandbox.start();
    const SMPP_PORT = `${await (options.carrierPort?.(Number(settings.SMPP_PORT)) ?? settings.SMPP_PORT)}`;
    const webs = await Promise.all(
      Array.from({ length: webCount }, async (_, i) => {
        const PORT = i === 0 ? settings.PORT : `${await freePort()}`;
        const program = create('web', webCount === 1 ? 'web' : `web ${i}`, { PORT });
        return Object.assign(program, { url: `http://${settings.HOST}:${PORT}` });
      }),
    );
    const workers = Array.from({ length: workerCount }, (_, i) =>
      create('worker', workerCount === 1 ? 'worker' : `worker ${i}`, {
        SMPP_PORT,
        ...workerSettings?.(i),
      }),
    );
    await Promise.all([...webs, ...workers].map((program) => program.start()));
    const [web] = webs;
    return {
      ...{ url: web?.url ?? '', webs, workers, settings, database },
      sandbox: openSandbox(`http://${settings.HOST}:${settings.SANDBOX_PORT}`),
      headers: keyHeaders(key),
      pids: { ...own?.pids, web: web?.pid ?? 0, sandbox: sandbox.pid },
      async startWorker(more) {
        const bound = [/"worker ready"/, /"bound"/];
        const worker = create('worker', 'worker', { SMPP_PORT, ...more }, bound);
        await worker.start();
        return worker;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
