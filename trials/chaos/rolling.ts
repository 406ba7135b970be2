import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '#tests/harness/program.ts';
import { type RedisCluster, startRedisCluster } from '#tests/harness/redis-servers.ts';
import { until } from '#tests/harness/until.ts';
import type { Tried } from './load.ts';
import { type LoadOptions, type Trial, type TrialResult, underLoad } from './under-load.ts';

export type Rolling = LoadOptions & {
  callers: number;
  /** How often every process is restarted in turn. */
  rounds: number;
  /** Whether each master of the Redis Cluster has a replica. */
  replicas: boolean;
  /** The Redis nodes that are stopped together in each round, and for how many milliseconds. */
  outages: { nodes: number[]; ms: number }[];
  /** How often PostgreSQL crashes in each round. */
  crashes: number;
  drainSeconds: number;
};

export type RollingResult = TrialResult & {
  /** Milliseconds from the first request of a call to its final response. */
  latencies: number[];
  /** How many connections one web server refused before the other accepted the request. */
  refused: number;
  restarts: number;
  crashes: number;
  /**
   * The longest times in milliseconds: from SIGTERM to the exit of a web server and of a worker, and from a crash of
   * PostgreSQL to its next successful query.
   */
  slowest: { web: number; worker: number; recovery: number };
};

/** Docker's default time between SIGTERM and SIGKILL. */
const graceMs = 10_000;

/** How long a program may take to notice a change, in milliseconds. */
const limitMs = 60_000;

/**
 * Crashes PostgreSQL under load, restarts every process in turn, kills one process of each kind, and stops nodes of a
 * Redis Cluster. Only a killed web server may break a connection. A request may get 503 only if it is in flight while
 * the web servers cannot reach PostgreSQL.
 */
export async function rollingRestart({
  callers,
  rounds,
  replicas,
  outages,
  crashes,
  drainSeconds,
  ...options
}: Rolling): Promise<RollingResult> {
  /** Incremented when a recovery of PostgreSQL begins and when it ends, so it is odd during a recovery. */
  let recoverySteps = 0;

  function findFault({ call: { path }, before, result }: Tried): string | null {
    if (result.kind === 'no_backend') return 'no web accepted a connection';
    if (result.kind === 'broken') return result.excused ? null : `${path}: ${result.why}`;
    // A whole recovery may happen while the request is in flight.
    const metRecovery = before % 2 === 1 || recoverySteps !== before;
    return metRecovery ? null : `${path}: 503 although PostgreSQL was available`;
  }

  const kind = {
    startRedis: () => startRedisCluster({ replicas }),
    callers: Array.from({ length: callers }, () => 'plenty' as const),
    endpoints: 0,
    workers: 3,
    settings: { DRAIN_SECONDS: `${drainSeconds}` },
    responseTimeoutMs: 5_000,
    before: () => recoverySteps,
    findFault,
  };
  const { value, ...result } = await underLoad(options, kind, async (trial) => {
    const steps = createSteps(trial, options.log, () => {
      recoverySteps += 1;
    });
    const { webs, workers } = trial.stack;
    const load = trial.startLoad();
    for (let round = 0; round < rounds; round += 1) {
      for (let i = 0; i < crashes; i += 1) await steps.crash();
      for (const web of webs) await steps.restart(web, 'web');
      for (const worker of workers) await steps.restart(worker, 'worker');
      const victims = [workers[round % 3], webs[round % 2]] as Program[];
      await Promise.all(victims.map(steps.kill));
      for (const { nodes, ms } of outages) await steps.outage(nodes, ms);
    }
    await load.end();
    return { ...steps.found, latencies: load.latencies, refused: trial.refused() };
  });
  const { problems, ...counts } = value;
  return { ...result, ...counts, problems: [...problems, ...result.problems] };
}

/** Carries out the steps of the trial. @param onRecovery called when a recovery of PostgreSQL begins and when it ends */
function createSteps(
  { stack, redis, postgres, answers }: Trial<RedisCluster>,
  log: (line: string) => void,
  onRecovery: () => void,
) {
  const found = {
    problems: [] as string[],
    restarts: 0,
    crashes: 0,
    slowest: { web: 0, worker: 0, recovery: 0 },
  };
  return {
    found,
    async restart(program: Program, kind: 'web' | 'worker'): Promise<void> {
      const { ms, ok, how } = await program.stop();
      found.restarts += 1;
      found.slowest[kind] = Math.max(found.slowest[kind], ms);
      if (!ok) found.problems.push(`${program.name} ended with ${how}`);
      if (ms >= graceMs) found.problems.push(`${program.name} took ${Math.round(ms)} ms to stop`);
      await program.start();
      log(`${program.name} stopped in ${Math.round(ms)} ms and is running again`);
    },
    async kill(program: Program): Promise<void> {
      await program.kill();
      await program.start();
      log(`${program.name} was killed and is running again`);
    },
    /** Kills several nodes of Redis at once, and starts them again after `ms` milliseconds. */
    async outage(nodes: number[], ms: number): Promise<void> {
      await Promise.all(nodes.map((node) => redis.kill(node)));
      await pause(ms);
      await Promise.all(nodes.map((node) => redis.start(node)));
      await redis.untilComplete();
      log(`Redis node ${nodes.join(' and ')} was down for ${ms} ms and is running again`);
    },
    /** Crashes PostgreSQL while web servers are accepting messages. */
    async crash(): Promise<void> {
      const before = answers.accepted.size;
      await until('messages are accepted', () => answers.accepted.size > before, limitMs);
      onRecovery();
      const began = performance.now();
      await postgres.crash();
      await postgres.recovered();
      const ms = performance.now() - began;
      // On a busy machine, a web server may notice later than this program that its connections are lost. Until then,
      // requests that use a lost connection may fail.
      for (const { name, url } of stack.webs) {
        const isReady = async () => (await fetch(`${url}/readyz`)).ok;
        await until(`${name} reaches PostgreSQL`, isReady, limitMs);
      }
      onRecovery();
      found.crashes += 1;
      found.slowest.recovery = Math.max(found.slowest.recovery, ms);
      log(`PostgreSQL crashed and was available again after ${Math.round(ms)} ms`);
    },
  };
}
