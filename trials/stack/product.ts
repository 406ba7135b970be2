import { type Database, openDatabase } from '#bench/stack/database.ts';
import { collectLogProblems, type LogProblems } from '#bench/stack/log-problems.ts';
import { type Program, startProgram } from '#bench/stack/program.ts';
import { openSandbox, type Sandbox } from '#bench/stack/sandbox.ts';
import { seed } from '#scripts/stack/account.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { createProbe, type LongTurn, type Reading } from './probe.ts';
import { type Services, type StressSettings, stressSettings } from './settings.ts';

/** A complete Dakiya under test: web, worker, and the sandbox for external services, as processes. */
export type Product = {
  /** The web's address, without a trailing slash. */
  url: string;
  /** The sandbox's pages. */
  sandboxUrl: string;
  settings: StressSettings;
  /** The key of the seeded account. */
  key: { keyId: string; secretKey: string };
  database: Database;
  sandbox: Sandbox;
  logProblems: LogProblems;
  web: Program;
  worker: Program;
  /** A program's memory after garbage collection. */
  read(program: 'web' | 'worker'): Promise<Reading>;
  /** The same of an idle program, without temporary memory. */
  readAtRest(program: 'web' | 'worker'): Promise<Reading>;
  /** Calls the listener after each long turn of the web's event loop. */
  onLongTurn(listener: (turn: LongTurn) => void): void;
};

/** A limit that no run reaches. */
const unreachableLimit = 100_000_000;

/**
 * Starts the programs from build/ on a database that is migrated and empty.
 *
 * @param register called with each process, which the caller must stop
 */
export async function startProduct(services: Services, register: RegisterPart): Promise<Product> {
  const settings = await stressSettings(services);
  const logProblems = collectLogProblems();
  const probe = createProbe();
  const linesWithoutProbe: LogProblems = {
    ...logProblems,
    addLine: (program, line) => probe.addLine(program, line) || logProblems.addLine(program, line),
  };
  // The probe would print its lines among the seed's, even after the last one.
  const { NODE_OPTIONS: _probe, ...withoutProbe } = settings;
  const { keyId, secretKey } = await seed(['build/seed.js'], withoutProbe);
  const database = openDatabase(services.DATABASE_URL);
  await database.query('UPDATE plans SET message_limit = $1, api_call_limit = $1', [
    unreachableLimit,
  ]);
  const run = (name: 'web' | 'worker' | 'sandbox') =>
    startProgram(name, settings, register, linesWithoutProbe);
  await run('sandbox');
  const [web, worker] = await Promise.all([run('web'), run('worker')]);
  const sandboxUrl = `http://127.0.0.1:${settings.SANDBOX_PORT}`;
  const pids = { web: web.pid, worker: worker.pid };
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    sandboxUrl,
    settings,
    key: { keyId, secretKey },
    database,
    sandbox: openSandbox(sandboxUrl),
    logProblems,
    web,
    worker,
    read: (program) => probe.read(program, pids[program]),
    readAtRest: (program) => probe.readAtRest(program, pids[program]),
    onLongTurn: (listener) => {
      probe.onLongTurn((program, turn) => {
        if (program === 'web') listener(turn);
      });
    },
  };
}
