import pg from 'pg';
import { build } from '#scripts/bundle/build.ts';
import { inherited } from '#scripts/environment.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { startPostgres } from '#scripts/services/postgres.ts';
import { seed } from '#scripts/stack/account.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { type RollingResult, rollingRestart } from './rolling-restart.ts';

/** A limit that no run reaches. */
const unreachableLimit = 100_000_000;

/**
 * Restarts a fleet step by step on a cluster of three masters, each with a replica, and prints the result.
 * Exits with 0, or with 1 if a message was lost or sent twice, a request failed or a process stopped too slowly.
 *
 * @param rounds how often every process is restarted
 */
export function runRolling(rounds: number): void {
  supervise(async (register) => {
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const options = { dataDir: '', log: () => undefined, throwaway: true, sync: true };
    const postgres = await startPostgres(options);
    if (postgres.process)
      register({ ...postgres.process, name: 'PostgreSQL', stop: postgres.stop });
    await applyMigrations(postgres.url());
    const account = await createAccount(postgres.url());
    const redis = await step('Starting a Redis Cluster of six', () =>
      startRedisCluster({ replicas: true }),
    );
    try {
      const result = await rollingRestart({
        database: postgres.url(),
        account,
        redis,
        callers: 16,
        rounds,
        outages: [
          // Its replica takes over.
          { nodes: [0], ms: 8_000 },
          // Without its replica a third of the slots is unavailable, and with it the whole cluster.
          { nodes: [1, 4], ms: 5_000 },
        ],
        crashes: 3,
        drainSeconds: 3,
        log: (line) => printLine(`    ${line}`),
      });
      printResult(result);
      return result.problems.length > 0 ? 1 : 0;
    } finally {
      await redis.stop();
    }
  });
}

async function createAccount(database: string) {
  const env = { PATH: inherited.PATH, NODE_ENV: 'test', DATABASE_URL: database };
  const { keyId, secretKey } = await seed(['build/seed.js'], env);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('UPDATE plans SET message_limit = $1, api_call_limit = $1', [
    unreachableLimit,
  ]);
  const owner = 'SELECT user_id FROM credentials WHERE key_id = $1';
  const { rows } = await client.query(owner, [keyId]);
  await client.end();
  return { keyId, secretKey, userId: rows[0].user_id };
}

function printResult({
  totals,
  latencies,
  finalStates,
  refused,
  restarts,
  crashes,
  slowest,
  problems,
}: RollingResult): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const part = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const lines: [string, number | string][] = [
    ['processes restarted', restarts],
    ['crashes of PostgreSQL', crashes],
    ['requests', totals.requests],
    ['calls completed', totals.calls],
    ['duration of a call, p50 and p99', `${part(0.5)} and ${part(0.99)} ms`],
    ['connections refused, sent to the other web', refused],
    ['aborted by a killed web, sent again', totals.cutOff],
    ['503 during a crash, sent again', totals.unavailable],
    ['failed', totals.problems.length],
    ['messages accepted', totals.accepted],
    ['delivered', finalStates.delivered],
    ['unknown', finalStates.unknown],
    ['submitted twice', finalStates.doubled],
    ['slowest stop of a web', `${Math.round(slowest.web)} ms`],
    ['slowest stop of a worker', `${Math.round(slowest.worker)} ms`],
    ['slowest recovery of PostgreSQL', `${Math.round(slowest.recovery)} ms`],
  ];
  printLine('');
  for (const [what, count] of lines) printLine(`  ${what.padEnd(44)} ${count}`);
  printLine('');
  for (const problem of new Set(problems)) printLine(`  ${colorize('red', '✗')} ${problem}`);
  if (problems.length === 0)
    printLine(`  ${colorize('green', '✓')} No message lost or sent twice.\n`);
}
