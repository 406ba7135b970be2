import { type Database, openDatabase } from '#bench/stack/database.ts';
import { collectLogProblems, type LogProblems } from '#bench/stack/log-problems.ts';
import { type Program, startProgram } from '#bench/stack/program.ts';
import { openSandbox, type Sandbox } from '#bench/stack/sandbox.ts';
import { seed } from '#scripts/stack/account.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { createProbe, type LongTurn, type Reading } from './probe.ts';
import { type Services, type TrialSettings, trialSettings } from './settings.ts';

/** A whole Dakiya under trial: web, worker, and the sandbox for everybody outside, as processes. */
export type Product = {
  /** The web's address, without a slash at its end. */
  url: string;
  /** The sandbox's pages. */
  sandboxUrl: string;
  settings: TrialSettings;
  /** The key of an account that may send as much as it likes. */
  key: { keyId: string; secretKey: string };
  database: Database;
  sandbox: Sandbox;
  complaints: LogProblems;
  web: Program;
  worker: Program;
  /** What a program has in its memory, once garbage is collected. */
  read(program: 'web' | 'worker'): Promise<Reading>;
  /** The same while nobody asks anything of it, without what it holds for a moment. */
  readAtRest(program: 'web' | 'worker'): Promise<Reading>;
  /** Calls back at each turn of the web's event loop that was long. */
  onLongTurn(listener: (turn: LongTurn) => void): void;
};

/** More than any trial sends. */
const plenty = 100_000_000;

/**
 * Starts the programs from build/ on a database that is migrated and empty.
 *
 * @param enter told of each process, which the caller ends
 */
export async function startProduct(services: Services, enter: RegisterPart): Promise<Product> {
  const settings = await trialSettings(services);
  const complaints = collectLogProblems();
  const probe = createProbe();
  const ear: LogProblems = {
    ...complaints,
    hear: (program, line) => probe.hear(program, line) || complaints.hear(program, line),
  };
  const { keyId, secretKey } = await seed(['build/seed.js'], settings);
  const database = openDatabase(services.DATABASE_URL);
  await database.query('UPDATE plans SET message_limit = $1, api_call_limit = $1', [plenty]);
  const run = (name: 'web' | 'worker' | 'sandbox') => startProgram(name, settings, enter, ear);
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
    complaints,
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
