import { setTimeout as pause } from 'node:timers/promises';
import { createCalls } from '../stack/calls.ts';
import { startFleet } from '../stack/fleet.ts';
import type { Program } from '../stack/program.ts';
import { createProxy } from '../stack/proxy.ts';
import { sendLoad } from '../stack/send-load.ts';
import { until } from '../until.ts';
import { checkFinalStates, type FinalStates } from './check.ts';
import { type CallerTotals, createClassifier } from './classify-responses.ts';
import { answers, crashPostgres } from './crash-postgres.ts';
import type { RedisCluster } from './redis-cluster.ts';

export type Rolling = {
  /** The address of a PostgreSQL on this machine that only this test uses. */
  database: string;
  account: { userId: string; keyId: string; secretKey: string };
  redis: RedisCluster;
  callers: number;
  /** How often every process is restarted in turn. */
  rounds: number;
  /** Redis nodes that each round stops together, and for how long. */
  outages: { nodes: number[]; ms: number }[];
  /** How often PostgreSQL crashes in each round. */
  crashes: number;
  drainSeconds: number;
  /** See `sendLoad`. */
  callDelayMs?: number;
  /** Receives a line for each step. */
  log: (line: string) => void;
};

export type RollingResult = {
  totals: CallerTotals;
  /** Milliseconds from the first request of a call to its final response. */
  latencies: number[];
  finalStates: FinalStates;
  /** Connections that one web refused and the other accepted. */
  refused: number;
  restarts: number;
  /** The longest time from SIGTERM to the exit, and from a crash of PostgreSQL to its next query, in milliseconds. */
  slowest: { web: number; worker: number; recovery: number };
  crashes: number;
  /** A sentence for each problem. */
  problems: string[];
};

/** Docker's default time between SIGTERM and SIGKILL. */
const graceMs = 10_000;

/**
 * Crashes PostgreSQL under load, restarts every process in turn, kills one of each kind, and stops Redis
 * nodes. Only requests in flight until the webs reach PostgreSQL again may get 503. Afterwards every message must have
 * been submitted once, or be `unknown`.
 */
export async function rollingRestart(rolling: Rolling): Promise<RollingResult> {
  const { database, account, redis, log } = rolling;
  const fleet = await startFleet(
    { DATABASE_URL: database, REDIS_URL: redis.url },
    { workers: 3, settings: { DRAIN_SECONDS: `${rolling.drainSeconds}` } },
  );
  const problems: string[] = [];
  const slowest = { web: 0, worker: 0, recovery: 0 };
  let restarts = 0;
  let crashes = 0;
  let recoverySteps = 0;

  async function restart(program: Program, kind: 'web' | 'worker'): Promise<void> {
    const { ms, ok, how } = await program.stop();
    restarts += 1;
    slowest[kind] = Math.max(slowest[kind], ms);
    if (!ok) problems.push(`${program.name} ended with ${how}`);
    if (ms >= graceMs) problems.push(`${program.name} took ${Math.round(ms)} ms to stop`);
    await program.start();
    log(`${program.name} stopped in ${Math.round(ms)} ms and is running again`);
  }

  async function kill(program: Program): Promise<void> {
    await program.kill();
    await program.start();
    log(`${program.name} was killed and is running again`);
  }

  async function outage({ nodes, ms }: Rolling['outages'][number]): Promise<void> {
    await Promise.all(nodes.map((node) => redis.kill(node)));
    await pause(ms);
    await Promise.all(nodes.map((node) => redis.start(node)));
    await redis.untilComplete();
    log(`Redis node ${nodes.join(' and ')} was down for ${ms} ms and is running again`);
  }

  /** Crashes PostgreSQL while messages are being accepted. */
  async function crash(totals: CallerTotals): Promise<void> {
    const { accepted } = totals;
    await until('messages are accepted', () => totals.accepted > accepted);
    recoverySteps += 1;
    const began = performance.now();
    await crashPostgres(database);
    await until('PostgreSQL accepts connections', () => answers(database));
    const ms = performance.now() - began;
    // On a busy machine a web may learn later than we do that its connections are gone, and fail with one of them.
    for (const { name, url } of fleet.webs) {
      await until(`${name} reaches PostgreSQL`, async () => (await fetch(`${url}/readyz`)).ok);
    }
    recoverySteps += 1;
    crashes += 1;
    slowest.recovery = Math.max(slowest.recovery, ms);
    log(`PostgreSQL crashed and was available again after ${Math.round(ms)} ms`);
  }

  const proxy = createProxy(fleet.webs);
  try {
    const { totals, classify } = createClassifier(() => recoverySteps);
    const { latencies, end } = sendLoad({
      proxy,
      callers: rolling.callers,
      next: createCalls({ key: account }),
      before: () => recoverySteps,
      callDelayMs: rolling.callDelayMs,
      classify,
    });
    for (let round = 0; round < rolling.rounds; round += 1) {
      for (let i = 0; i < rolling.crashes; i += 1) await crash(totals);
      for (const web of fleet.webs) await restart(web, 'web');
      for (const worker of fleet.workers) await restart(worker, 'worker');
      const victims = [fleet.workers[round % 3], fleet.webs[round % 2]] as Program[];
      await Promise.all(victims.map(kill));
      for (const one of rolling.outages) await outage(one);
    }
    await end();
    log(`${totals.accepted} messages accepted; waiting for their final states`);
    const { finalStates, problems: found } = await checkFinalStates(
      { database, userId: account.userId },
      fleet,
      totals,
    );
    problems.push(...totals.problems, ...found);
    return {
      totals,
      latencies,
      finalStates,
      refused: proxy.counts.refused,
      restarts,
      crashes,
      slowest,
      problems,
    };
  } finally {
    await proxy.close();
    await fleet.stop();
  }
}
