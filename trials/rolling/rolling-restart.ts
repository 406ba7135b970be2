import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../until.ts';
import { checkFinalStates, type FinalStates } from './check.ts';
import { answers, crashPostgres } from './crash-postgres.ts';
import { startFleet } from './fleet.ts';
import type { Program } from './program.ts';
import { createProxy } from './proxy.ts';
import type { RedisCluster } from './redis-cluster.ts';
import { type CallerTotals, sendLoad } from './send-load.ts';

export type Rolling = {
  /** The address of a PostgreSQL on this machine that is the trial's own. */
  database: string;
  account: { userId: string; keyId: string; secretKey: string };
  redis: RedisCluster;
  callers: number;
  /** How often every process is restarted in turn. */
  rounds: number;
  /** What each round does to Redis: nodes that are away together, for so long. */
  outages: { nodes: number[]; ms: number }[];
  /** How often PostgreSQL crashes in each round. */
  crashes: number;
  drainSeconds: number;
  /** Told what is being done. */
  log: (line: string) => void;
};

export type RollingResult = {
  seen: CallerTotals;
  ends: FinalStates;
  /** Connections refused at a port that was closed, and made at the other web. */
  refused: number;
  restarts: number;
  /** The longest time from SIGTERM to the end, and from a crash of PostgreSQL to its next answer, in milliseconds. */
  slowest: { web: number; worker: number; recovery: number };
  crashes: number;
  /** Whatever is not as it should be, a sentence each. */
  faults: string[];
};

/** What Docker waits for before it kills. */
const graceMs = 10_000;

/**
 * Crashes PostgreSQL under load, restarts every process in turn, kills one of each kind, and takes nodes of
 * Redis away. Only a call that is under way while PostgreSQL recovers may be answered 503. Afterwards every message must have
 * been handed in once, or be unknown as the policy has it.
 */
export async function rollingRestart(rolling: Rolling): Promise<RollingResult> {
  const { database, account, redis, log } = rolling;
  const fleet = await startFleet(
    { DATABASE_URL: database, REDIS_URL: redis.url },
    { DRAIN_SECONDS: `${rolling.drainSeconds}` },
  );
  const faults: string[] = [];
  const slowest = { web: 0, worker: 0, recovery: 0 };
  let restarts = 0;
  let crashes = 0;
  let recoverySteps = 0;

  async function restart(program: Program, kind: 'web' | 'worker'): Promise<void> {
    const { ms, ok, how } = await program.stop();
    restarts += 1;
    slowest[kind] = Math.max(slowest[kind], ms);
    if (!ok) faults.push(`${program.name} ended with ${how}`);
    if (ms >= graceMs) faults.push(`${program.name} took ${Math.round(ms)} ms to end`);
    await program.start();
    log(`${program.name} ended in ${Math.round(ms)} ms and is back`);
  }

  async function killed(program: Program): Promise<void> {
    await program.kill();
    await program.start();
    log(`${program.name} was killed and is back`);
  }

  async function outage({ nodes, ms }: Rolling['outages'][number]): Promise<void> {
    await Promise.all(nodes.map((node) => redis.kill(node)));
    await pause(ms);
    await Promise.all(nodes.map((node) => redis.start(node)));
    await redis.whole();
    log(`Redis node ${nodes.join(' and ')} was away for ${ms} ms and is back`);
  }

  /** Crashes a PostgreSQL that has work to do. */
  async function crash(seen: CallerTotals): Promise<void> {
    const { accepted } = seen;
    await until('messages are accepted', () => seen.accepted > accepted);
    recoverySteps += 1;
    const began = performance.now();
    await crashPostgres(database);
    await until('PostgreSQL takes connections', () => answers(database));
    const ms = performance.now() - began;
    recoverySteps += 1;
    crashes += 1;
    slowest.recovery = Math.max(slowest.recovery, ms);
    log(`PostgreSQL crashed and answered after ${Math.round(ms)} ms`);
  }

  const proxy = createProxy(fleet.webs);
  try {
    const { keyId, secretKey } = account;
    const credentials = { 'x-api-id': keyId, 'x-api-key': secretKey };
    const { seen, end } = sendLoad({
      proxy,
      credentials,
      callers: rolling.callers,
      recoverySteps: () => recoverySteps,
    });
    for (let round = 0; round < rolling.rounds; round += 1) {
      for (let i = 0; i < rolling.crashes; i += 1) await crash(seen);
      for (const web of fleet.webs) await restart(web, 'web');
      for (const worker of fleet.workers) await restart(worker, 'worker');
      const victims = [fleet.workers[round % 3], fleet.webs[round % 2]] as Program[];
      await Promise.all(victims.map(killed));
      for (const one of rolling.outages) await outage(one);
    }
    await end();
    log(`${seen.accepted} messages accepted; waiting for their ends`);
    const { ends, faults: found } = await checkFinalStates(
      { database, userId: account.userId },
      fleet,
      seen,
    );
    faults.push(...seen.faults, ...found);
    return { seen, ends, refused: proxy.counts.refused, restarts, crashes, slowest, faults };
  } finally {
    await proxy.close();
    await fleet.stop();
  }
}
