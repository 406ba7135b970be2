import { setTimeout as pause } from 'node:timers/promises';
import type { PrivateRedis } from '#scripts/services/private-redis.ts';
import type { Program } from '#tests/harness/program.ts';
import type { Way } from '#tests/harness/proxy.ts';
import { emptyRedis, type RedisRefusal, refuseWrites } from '#tests/harness/redis-servers.ts';
import { fraction } from '#tests/support/random.ts';
import type { TrialStack } from './under-load.ts';

/** What faults happen to. */
type Stack = TrialStack<PrivateRedis>;

/** A failure that begins, lasts, and is mended. */
export type Fault = {
  no: number;
  kind: FaultKind;
  /** What fails. Two faults of one target follow each other; others overlap. */
  target: string;
  /** Milliseconds from the beginning of the fault before. */
  afterMs: number;
  lastsMs: number;
  /** From 0 to 1: how bad it is, for kinds that have degrees. */
  degree: number;
};

type Kind = {
  /** How often it happens compared with the others. */
  weight: number;
  targets: readonly string[];
  /** The shortest and the longest time that it lasts, in milliseconds. */
  ms: readonly [number, number];
  /** May return what the log shall say of it. */
  begin(stack: Stack, fault: Fault): Promise<unknown> | unknown;
  end(stack: Stack, fault: Fault): Promise<unknown> | unknown;
};

/** The program of a target such as `worker 1`. */
function findProgram({ stack }: Stack, { target }: Fault): Program {
  const found = [...stack.webs, ...stack.workers].find(({ name }) => name === target);
  if (!found) throw new Error(`There is no ${target}.`);
  return found;
}

const programStopped = {
  begin: (stack: Stack, fault: Fault) => findProgram(stack, fault).signal('SIGSTOP'),
  end: (stack: Stack, fault: Fault) => findProgram(stack, fault).signal('SIGCONT'),
};

const programKilled = {
  begin: (stack: Stack, fault: Fault) => findProgram(stack, fault).kill(),
  end: (stack: Stack, fault: Fault) => findProgram(stack, fault).start(),
};

/** It lasts longer than the second after which a program knows it. */
const redisRefuses = (why: RedisRefusal): Kind => ({
  ...{ weight: 1, targets: ['Redis'], ms: [1_500, 5_000] },
  begin: ({ redis }) => refuseWrites(redis, why),
  async end({ redis }, { degree }) {
    await refuseWrites(redis, null);
    // A replica is emptied by its new master if that has nothing of it: every other time.
    if (why === 'READONLY' && degree < 0.5) await emptyRedis(redis);
  },
});

/** How often Redis is emptied while that lasts, in milliseconds. */
const emptyEveryMs = 1_000;
let emptying: NodeJS.Timeout | undefined;
let emptied = Promise.resolve();

/** Sets the clock of a target such as `clock 1`. */
function setClock({ clocks, stack }: Stack, { target }: Fault, aheadMs: number): Promise<void> {
  const no = Number(target.split(' ')[1]);
  const [clock, worker] = [clocks[no], stack.workers[no]];
  if (!clock || !worker) throw new Error(`There is no ${target}.`);
  return clock.set(aheadMs, worker);
}

/** Clocks jump by a second to twelve hours, each magnitude as often as another. */
function jump(degree: number): number {
  const [sign, part] = degree < 0.5 ? [-1, degree * 2] : [1, degree * 2 - 1];
  return sign * (12 * 3_600) ** part;
}

/** Which way the carrier's connections hang. */
const hangs: Way[][] = [['up'], ['down'], ['up', 'down']];
const pick = <T>(list: readonly T[], degree: number) => list[Math.floor(degree * list.length)] as T;

/** Whether what a proxy has kept is lost in the end: every other time. */
const isLost = ({ degree }: Fault) => Math.floor(degree * 100) % 2 === 0;

/** How the carrier treats a few submits; none of these settles a message otherwise than delivered or unknown. */
const misbehaviours = ['throttled', 'never-answered', 'connection-dropped', 'receipt-first'];

/** At most so much room is left on a full disk, in KiB. */
const leftKiB = 64;

export const kinds = {
  'web stopped': { weight: 14, targets: ['web 0', 'web 1'], ms: [50, 1_500], ...programStopped },
  'web killed': { weight: 2, targets: ['web 0', 'web 1'], ms: [0, 300], ...programKilled },
  'worker stopped': {
    ...{ weight: 12, targets: ['worker 0', 'worker 1'], ms: [50, 1_500] },
    ...programStopped,
  },
  'worker stopped for long': {
    // Longer than the silence after which others get what it has reserved, and than its lease.
    ...{ weight: 1, targets: ['worker 0', 'worker 1'], ms: [6_000, 8_000] },
    ...programStopped,
  },
  'worker killed': {
    ...{ weight: 2, targets: ['worker 0', 'worker 1'], ms: [0, 300] },
    ...programKilled,
  },
  'clock jumps': {
    ...{ weight: 14, targets: ['clock 0', 'clock 1'], ms: [200, 3_000] },
    async begin(stack, fault) {
      const seconds = jump(fault.degree);
      await setClock(stack, fault, seconds * 1_000);
      return `by ${seconds.toFixed(0)} s`;
    },
    end: (stack, fault) => setClock(stack, fault, 0),
  },
  'Redis stopped': {
    ...{ weight: 12, targets: ['Redis'], ms: [50, 1_200] },
    begin: ({ redis }) => redis.signal('SIGSTOP'),
    end: ({ redis }) => redis.signal('SIGCONT'),
  },
  'Redis killed': {
    ...{ weight: 8, targets: ['Redis'], ms: [0, 500] },
    begin: ({ redis }) => redis.kill(),
    end: ({ redis }) => redis.start(),
  },
  'Redis MISCONF': redisRefuses('MISCONF'),
  'Redis OOM': redisRefuses('OOM'),
  'Redis READONLY': redisRefuses('READONLY'),
  'Redis emptied': {
    ...{ weight: 2, targets: ['Redis'], ms: [0, 2_500] },
    begin({ redis }) {
      emptying = setInterval(() => {
        emptied = emptyRedis(redis);
      }, emptyEveryMs);
      return emptyRedis(redis);
    },
    end() {
      clearInterval(emptying);
      return emptied;
    },
  },
  'postmaster stopped': {
    ...{ weight: 10, targets: ['PostgreSQL'], ms: [50, 1_000] },
    begin: ({ postgres }) => postgres.signal('SIGSTOP'),
    end: ({ postgres }) => postgres.signal('SIGCONT'),
  },
  'postmaster killed': {
    ...{ weight: 5, targets: ['PostgreSQL'], ms: [0, 300] },
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  },
  'PostgreSQL read-only': {
    ...{ weight: 2, targets: ['PostgreSQL'], ms: [200, 3_000] },
    begin: ({ postgres }) => postgres.setReadOnly(true),
    end: ({ postgres }) => postgres.setReadOnly(false),
  },
  'disk full': {
    ...{ weight: 8, targets: ['disk'], ms: [200, 1_500] },
    begin: ({ postgres }, { degree }) => postgres.disk?.fill(Math.round(degree * leftKiB)),
    end: ({ postgres }) => postgres.disk?.empty(),
  },
  'carrier cut': {
    ...{ weight: 12, targets: ['carrier'], ms: [0, 800] },
    begin: ({ carrier }) => carrier.way.cut(),
    end: ({ carrier }) => carrier.way.lead(carrier.port),
  },
  'carrier hangs': {
    ...{ weight: 12, targets: ['carrier'], ms: [50, 2_000] },
    begin({ carrier }, { degree }) {
      const ways = pick(hangs, degree);
      for (const way of ways) carrier.way.hold(way);
      return ways.join(' and ');
    },
    end({ carrier }, fault) {
      if (isLost(fault)) carrier.way.drop();
      for (const way of pick(hangs, fault.degree)) carrier.way.release(way);
    },
  },
  'receiver cut': {
    ...{ weight: 8, targets: ['receiver'], ms: [0, 1_500] },
    begin: ({ receiver }) => receiver.way.cut(),
    end: ({ receiver }) => receiver.way.lead(receiver.port),
  },
  'receiver hangs': {
    ...{ weight: 8, targets: ['receiver'], ms: [50, 2_000] },
    begin: ({ receiver }) => receiver.way.hold('down'),
    end({ receiver }, fault) {
      if (isLost(fault)) receiver.way.drop();
      receiver.way.release('down');
    },
  },
  'carrier misbehaves': {
    ...{ weight: 6, targets: ['network'], ms: [50, 500] },
    async begin({ stack }, { degree }) {
      const behaviour = pick(misbehaviours, degree);
      await stack.sandbox.setNetwork(behaviour, 1 + (Math.floor(degree * 1_000) % 5));
      return behaviour;
    },
    // It is over after so many submits.
    end: () => undefined,
  },
} as const satisfies Record<string, Kind>;

export type FaultKind = keyof typeof kinds;

/** The longest delay between the beginnings of two faults, in milliseconds. */
const maxGapMs = 350;

/** @returns a number of random faults; the same for the same seed */
export function planFaults(seed: number, count: number): Fault[] {
  const list = Object.entries(kinds) as [FaultKind, Kind][];
  const total = list.reduce((sum, [, { weight }]) => sum + weight, 0);
  return Array.from({ length: count }, (_, no) => {
    const part = (name: string) => fraction(seed, no, name);
    let rest = part('kind') * total;
    const [kind, { targets, ms }] = list.find(([, { weight }]) => {
      rest -= weight;
      return rest < 0;
    }) as [FaultKind, Kind];
    return {
      no: no + 1,
      kind,
      target: pick(targets, part('target')),
      afterMs: part('gap') * maxGapMs,
      lastsMs: ms[0] + part('length') * (ms[1] - ms[0]),
      degree: part('degree'),
    };
  });
}

/** So many faults overlap at most. */
const maxOverlap = 5;

type RunOptions = {
  /** Receives a line when a fault begins and when it is mended. */
  log: (line: string) => void;
  /** Ends the run before the next fault. */
  isOver: () => boolean;
};

/**
 * Lets faults happen one after another, which overlap.
 *
 * @returns how many of each kind, once all are mended
 * @throws the error of a fault that could not be carried out or mended
 */
export async function runFaults(
  stack: Stack,
  faults: Fault[],
  { log, isOver }: RunOptions,
): Promise<Map<string, number>> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(2).padStart(7);
  const counts = new Map<string, number>();
  /** The last fault of each target. */
  const last = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();

  async function carryOut(fault: Fault, before: Promise<void> | undefined): Promise<void> {
    await before;
    const { kind, target, no, lastsMs } = fault;
    const { begin, end }: Kind = kinds[kind];
    const detail = await begin(stack, fault);
    const name = `${String(no).padStart(4)} ${kind}: ${target}`;
    log(`${seconds()} s ${name}${typeof detail === 'string' ? ` ${detail}` : ''}`);
    await pause(lastsMs);
    await end(stack, fault);
    log(`${seconds()} s ${name} is over`);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  for (const fault of faults) {
    if (isOver()) break;
    await pause(fault.afterMs);
    while (running.size >= maxOverlap) await Promise.race(running);
    const work = carryOut(fault, last.get(fault.target));
    last.set(fault.target, work);
    running.add(work);
    // A failed one stays, so that the next race or the end reports it.
    void work.then(
      () => running.delete(work),
      () => undefined,
    );
  }
  await Promise.all(running);
  return counts;
}
