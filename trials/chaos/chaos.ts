import { openDatabase } from '#bench/stack/database.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { type Call, createCalls } from '../stack/calls.ts';
import { createProxy } from '../stack/proxy.ts';
import { sendLoad } from '../stack/send-load.ts';
import { createAccounts } from './accounts.ts';
import { checkAfterChaos, type Outcome } from './check.ts';
import { type Answers, createClassifier } from './classify-responses.ts';
import { planFaults } from './plan.ts';
import { runFaults } from './run-faults.ts';
import { startChaosStack } from './stack.ts';
import { createEndpoints } from './webhooks.ts';

type Chaos = {
  seed: number;
  faults: number;
  /** No fault begins after so many minutes. */
  minutes?: number;
  /** See `sendLoad`. */
  callDelayMs?: number;
  /** Receives a line for each step. */
  log: (line: string) => void;
  /** For runs that may be interrupted. */
  register?: RegisterPart;
};

export type ChaosResult = Outcome & {
  answers: Answers;
  /** How many faults of each kind there were. */
  faults: Map<string, number>;
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
 * Lets random faults happen to a whole Dakiya under load. Afterwards every message that was accepted must be there once
 * and have been submitted once, or be `unknown`; no caller may have got a 500; quotas must be exact.
 *
 * @throws Error if the stack does not start, or a fault could not be mended
 */
export async function runChaos({
  seed,
  faults,
  minutes,
  callDelayMs,
  log,
  register = () => undefined,
}: Chaos): Promise<ChaosResult> {
  const stack = await startChaosStack(register);
  const { fleet, postgres } = stack;
  const database = openDatabase(postgres.url);
  const proxy = createProxy(fleet.webs);
  try {
    if (!postgres.disk) log('skipped: full disk, as no file system of limited size can be mounted');
    const accounts = await createAccounts(fleet.webs[0]?.url ?? '', database);
    await createEndpoints(database, accounts, stack.receiver.way.port);
    const calls = accounts.map(({ key }, i) =>
      createCalls({ key, prefix: `98${i}`, batch: 4, withLong: true }),
    );
    const owners = new Map(accounts.map(({ key, userId }) => [key.keyId, userId]));
    const { answers, classify } = createClassifier(
      (call: Call) => owners.get(call.headers['x-api-id'] ?? '') ?? '',
    );
    const load = sendLoad({
      proxy,
      callers: callers.length,
      next: (caller) => (calls[callers[caller] ?? 0] as () => Call)(),
      callDelayMs,
      timeoutMs,
      classify,
    });
    const plan = planFaults(seed, faults).filter(
      ({ kind }) => kind !== 'disk full' || postgres.disk,
    );
    const until = minutes ? performance.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
    const counts = await runFaults(stack, plan, { log, isOver: () => performance.now() > until });
    log('all faults are over; the callers end');
    await load.end();
    log(`${answers.accepted.size} messages accepted; waiting until all is settled`);
    const outcome = await checkAfterChaos({
      ...{ database, sandbox: fleet.sandbox, accounts, answers },
      receiver: stack.receiver,
    });
    for (const { name, crashes } of [...fleet.webs, ...fleet.workers]) {
      for (const how of crashes) outcome.problems.push(`${name} ended by itself: ${how}`);
    }
    const diskFull = postgres.disk && postgres.counts.diskFull;
    return { ...outcome, answers, faults: counts, diskFull, errors: stack.errors };
  } finally {
    await proxy.close();
    await database.close();
    await stack.stop();
  }
}
