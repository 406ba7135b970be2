import { onTestFinished } from 'vitest';
import { databaseSettings } from '#platform/db.ts';
import { redisSettings } from '#platform/redis.ts';
import { parseConfig } from '#platform/settings.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import type { operatorCommands } from '#scripts/bundle/programs.ts';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { createWorker } from '#worker/create-worker.ts';
import { createProgram, type Program as Process } from './program.ts';
import { loadServer } from './server-build.ts';
import { until } from './until.ts';

/** A process of the product under test. */
export type Program = Pick<Process, 'stop' | 'kill' | 'signal'> & {
  lines(): string[];
  /** The JSON log lines of the program so far. */
  log(): LogLine[];
};

// biome-ignore lint/suspicious/noExplicitAny: a test looks into it
export type LogLine = Record<string, any>;

type Settings = Record<string, string>;

/**
 * Turns off the optimising compilers. For JavaScript, this saves a tenth of the processor time of a program that answers
 * fewer than 150 requests, but costs a third more for one that answers 1,000. For WebAssembly, which builds Prisma's
 * queries, it saves a third in a worker's first ten seconds.
 */
const shortLived = ['--no-opt', '--liftoff-only'];

/** The environment of a program that uses this test file's database and Redis. */
export const withServices = (settings: Settings): Settings => ({
  ...inherited,
  NODE_ENV: 'test',
  DATABASE_URL: databaseSettings.DATABASE_URL,
  REDIS_URL: redisSettings.REDIS_URL,
  ...settings,
});

async function start(
  name: 'web' | 'worker',
  settings: Settings,
  ready?: RegExp,
  flags: string[] = shortLived,
): Promise<Program> {
  const lines: string[] = [];
  const program = createProgram(name, {
    env: withServices({ LOG_LEVEL: 'info', ...settings }),
    ...{ flags, ready, onLine: (line: string) => lines.push(line) },
  });
  await program.start();
  return {
    ...program,
    lines: () => lines,
    log: () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
  };
}

/** The log line that says that a web server accepts requests, even while its database is unavailable. */
export const listening = /"web is listening"/;

/** Settings of every web server in tests: limits so high that no test reaches them by accident. */
const ofWebs: Settings = {
  DRAIN_SECONDS: '0',
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_HARD_PER_SECOND: '100000',
  FAILED_AUTH_PER_MINUTE: '100000',
  OTP_MAX_PER_NUMBER_RANGE_PER_HOUR: '100000',
  OTP_RECIPIENT_PER_HOUR: '1000000',
  MESSAGE_RECIPIENT_PER_HOUR: '1000000',
  // Webhooks may be posted to this address, because the test servers that stand in for Slack listen on it.
  WEBHOOK_ALLOW: '127.0.0.1',
};

const ofWorkers: Settings = { RECONCILE_INTERVAL_SECONDS: '0.5' };

/** A web server or worker that runs in this process. */
export type Running = {
  /** Ends the program as a deployment would. */
  stop(): Promise<unknown>;
};

/** Starts a web server in this process. @returns it, with the address of its API */
export async function startWeb(settings: Settings = {}): Promise<Running & { url: string }> {
  const { createWeb, parseConfig } = await loadServer();
  const place = { HOST: '127.0.0.1', PORT: String(await freePort()) };
  const own = { LOG_LEVEL: 'error', ...ofWebs, ...settings, ...place };
  const web = await createWeb(parseConfig(withServices(own)));
  const url = `http://127.0.0.1:${web.port}`;
  const ready = until(
    'the web server has its database',
    async () => (await fetch(`${url}/readyz`)).ok,
  );
  return orStop(web, ready, { stop: web.stop, url });
}

/** Starts a worker in this process. Its carriers are part of the settings. */
export async function startWorker(settings: Settings): Promise<Running> {
  const own = { LOG_LEVEL: 'error', ...ofWorkers, ...settings };
  const worker = createWorker(parseConfig(withServices(own)));
  return orStop(worker, worker.ready, worker);
}

/**
 * Returns `result` when `ready` resolves. If `ready` rejects, stops the program, because the caller has no reference to
 * it.
 */
async function orStop<T>(running: Running, ready: Promise<unknown>, result: T): Promise<T> {
  try {
    await ready;
    return result;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/**
 * Starts a web server as a separate process that the test can kill and freeze, and whose log it can read.
 *
 * @param flags Node's flags; `[]` for a web server that answers many requests
 * @returns it, with the address of its API
 */
export async function startWebProcess(
  settings: Settings = {},
  ready?: RegExp,
  flags?: string[],
): Promise<Program & { url: string }> {
  const port = await freePort();
  const all = { ...ofWebs, ...settings, PORT: String(port) };
  const program = await start('web', all, ready, flags);
  return { ...program, url: `http://127.0.0.1:${port}` };
}

/** Starts a worker as a separate process that the test can kill and freeze, and whose log it can read. */
export function startWorkerProcess(settings: Settings): Promise<Program> {
  return start('worker', { ...ofWorkers, ...settings });
}

/**
 * Runs one of the operator's commands to its end, such as `npm run refund`.
 *
 * @returns how it ended, such as `exit code 0`, and its output
 */
export async function runCommand(
  name: (typeof operatorCommands)[number],
  args: string[],
  settings: Settings = {},
): Promise<{ how: string; text: string }> {
  const lines: string[] = [];
  const child = await startChild({
    command: process.execPath,
    args: [...shortLived, `build/${name}.js`, ...args],
    cwd: root,
    env: withServices(settings),
    onLine: (line) => lines.push(line),
  });
  const { how } = await child.ended;
  return { how, text: lines.join('\n') };
}

/** Stops a program after the test that started it, even if the test fails. */
export async function stopAfterTest<P extends Running>(program: Promise<P>): Promise<P> {
  const started = await program;
  onTestFinished(async () => {
    await started.stop();
  });
  return started;
}
