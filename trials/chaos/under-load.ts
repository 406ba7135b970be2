import { type Database, openDatabase } from '#bench/stack/database.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { type Call, createCalls } from '../stack/calls.ts';
import { createProxy } from '../stack/proxy.ts';
import { sendLoad } from '../stack/send-load.ts';
import { createAccounts } from './accounts.ts';
import { checkAfterChaos, type Outcome, waitUntilSettled } from './check.ts';
import { type Answers, createClassifier } from './classify-responses.ts';
import { type ChaosStack, startChaosStack } from './stack.ts';
import { createEndpoints } from './webhooks.ts';

export type LoadOptions = {
  /** See `sendLoad`. */
  callDelayMs?: number | undefined;
  /** Receives a line for each step. */
  log: (line: string) => void;
  /** For runs that may be interrupted. */
  register?: RegisterPart | undefined;
};

/** A whole Dakiya, and callers of it. */
export type Trial = {
  stack: ChaosStack;
  database: Database;
  answers: Answers;
  /** Lets the callers begin. `end` resolves when their calls are completed. */
  startLoad(): { end(): Promise<void> };
  /** Waits until nothing is on its way any more. @returns a sentence if something still is */
  settle(): Promise<string[]>;
};

export type TrialResult = Outcome & {
  answers: Answers;
  /** How often PostgreSQL had no room on its disk; null if no disk could be mounted. */
  diskFull: number | null;
  /** How often webs and workers logged each error: for understanding, as outages are logged. */
  errors: Map<string, number>;
};

/** The accounts of the callers, by their number. */
const callers = [0, 0, 0, 0, 0, 1, 1, 2];

/** Milliseconds after which a caller gives a request up and sends it again. */
const timeoutMs = 2_000;

/**
 * Starts a whole Dakiya with callers, and counts after `run`: every message that was accepted must be there once and have been
 * submitted once, or be `unknown`; no caller may have got a 500; quotas must be exact.
 *
 * @throws Error if the stack does not start, or what `run` throws
 */
export async function underLoad<T>(
  { callDelayMs, log, register = () => undefined }: LoadOptions,
  run: (trial: Trial) => Promise<T>,
): Promise<TrialResult & { value: T }> {
  const stack = await startChaosStack(register);
  const { fleet, postgres, receiver } = stack;
  const { sandbox } = fleet;
  const database = openDatabase(postgres.url);
  const proxy = createProxy(fleet.webs);
  try {
    if (!postgres.disk) log('skipped: full disk, as no file system of limited size can be mounted');
    const accounts = await createAccounts(fleet.webs[0]?.url ?? '', database);
    await createEndpoints(database, accounts, receiver.way.port);
    const calls = accounts.map(({ key }, i) =>
      createCalls({ key, prefix: `98${i}`, batch: 4, withLong: true }),
    );
    const owners = new Map(accounts.map(({ key, userId }) => [key.keyId, userId]));
    const { answers, classify } = createClassifier(
      (call: Call) => owners.get(call.headers['x-api-id'] ?? '') ?? '',
    );
    const startLoad = () =>
      sendLoad({
        proxy,
        callers: callers.length,
        next: (caller) => (calls[callers[caller] ?? 0] as () => Call)(),
        callDelayMs,
        timeoutMs,
        classify,
      });
    const settle = () => waitUntilSettled({ database, sandbox });
    const value = await run({ stack, database, answers, startLoad, settle });
    log(`${answers.accepted.size} messages accepted; waiting until all is settled`);
    const outcome = await checkAfterChaos({ database, sandbox, accounts, answers, receiver });
    for (const { name, crashes } of [...fleet.webs, ...fleet.workers]) {
      for (const how of crashes) outcome.problems.push(`${name} ended by itself: ${how}`);
    }
    const diskFull = postgres.disk && postgres.counts.diskFull;
    return { ...outcome, answers, diskFull, errors: stack.errors, value };
  } finally {
    await proxy.close();
    await database.close();
    await stack.stop();
  }
}
