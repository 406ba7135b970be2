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

/** More than a run sends. */
const plenty = 100_000_000;

/**
 * Rolls a fleet on a cluster of three masters, each with a replica, and prints what came of it. Ends
 * with 0, or with 1 if anything was lost, doubled, failed or too slow.
 *
 * @param rounds how often every process is restarted
 */
export function runRolling(rounds: number): void {
  supervise(async (enter) => {
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const options = { dataDir: '', log: () => undefined, throwaway: true, sync: true };
    const postgres = await startPostgres(options);
    if (postgres.process) enter({ ...postgres.process, name: 'PostgreSQL', stop: postgres.stop });
    await applyMigrations(postgres.url());
    const account = await anAccount(postgres.url());
    const redis = await step('Starting a Redis Cluster of six', () =>
      startRedisCluster({ replicas: true }),
    );
    try {
      const rolled = await rollingRestart({
        database: postgres.url(),
        account,
        redis,
        callers: 16,
        rounds,
        outages: [
          // Its replica takes over.
          { nodes: [0], ms: 8_000 },
          // Nobody takes over: a third of the slots is away, and with them the cluster.
          { nodes: [1, 4], ms: 5_000 },
        ],
        crashes: 3,
        drainSeconds: 3,
        log: (line) => printLine(`    ${line}`),
      });
      show(rolled);
      return rolled.faults.length > 0 ? 1 : 0;
    } finally {
      await redis.stop();
    }
  });
}

async function anAccount(database: string) {
  const env = { PATH: inherited.PATH, NODE_ENV: 'test', DATABASE_URL: database };
  const { keyId, secretKey } = await seed(['build/seed.js'], env);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('UPDATE plans SET message_limit = $1, api_call_limit = $1', [plenty]);
  const owner = 'SELECT user_id FROM credentials WHERE key_id = $1';
  const { rows } = await client.query(owner, [keyId]);
  await client.end();
  return { keyId, secretKey, userId: rows[0].user_id };
}

function show({ seen, ends, refused, restarts, crashes, slowest, faults }: RollingResult): void {
  const sorted = seen.latencies.toSorted((a, b) => a - b);
  const part = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const lines: [string, number | string][] = [
    ['processes restarted', restarts],
    ['crashes of PostgreSQL', crashes],
    ['requests', seen.requests],
    ['calls answered', seen.calls],
    ['answered within, half and 99 of 100', `${part(0.5)} and ${part(0.99)} ms`],
    ['connections refused, made at the other web', refused],
    ['cut off by a killed web, sent again', seen.cutOff],
    ['answered 503 in a crash, sent again', seen.unavailable],
    ['failed', seen.faults.length],
    ['messages accepted', seen.accepted],
    ['delivered', ends.delivered],
    ['unknown', ends.unknown],
    ['doubled', ends.doubled],
    ['slowest end of a web', `${Math.round(slowest.web)} ms`],
    ['slowest end of a worker', `${Math.round(slowest.worker)} ms`],
    ['slowest recovery of PostgreSQL', `${Math.round(slowest.recovery)} ms`],
  ];
  printLine('');
  for (const [what, count] of lines) printLine(`  ${what.padEnd(44)} ${count}`);
  printLine('');
  for (const fault of new Set(faults)) printLine(`  ${colorize('red', '✗')} ${fault}`);
  if (faults.length === 0)
    printLine(`  ${colorize('green', '✓')} Nothing lost, nothing doubled.\n`);
}
