import { setTimeout as pause } from 'node:timers/promises';
import type { PrivateRedis } from '#scripts/services/private-redis.ts';
import type { Program } from '#tests/harness/program.ts';
import type { Way } from '#tests/harness/proxy.ts';
import { emptyRedis, type RedisRefusal, refuseWrites } from '#tests/harness/redis-servers.ts';
import { fraction } from '#tests/support/random.ts';
import type { TrialStack } from './under-load.ts';

/** The targets of faults. */
type Stack = TrialStack<PrivateRedis>;

/** A failure with a start, a duration and a repair. */
export type Fault = {
  no: number;
  kind: FaultKind;
  /** The failing target. Faults of one target never overlap, but faults of different targets may. */
  target: string;
  /** Milliseconds from the start of the previous fault. */
  afterMs: number;
  lastsMs: number;
  /** Severity from 0 to 1, for kinds of faults with degrees. */
  degree: number;
};

type Kind = {
  /** How often this kind of fault occurs, relative to the other kinds. */
  weight: number;
  targets: readonly string[];
  /** Minimum and maximum duration in milliseconds. */
  ms: readonly [number, number];
  /** May return a note for the log. */
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

/** Redis rejects writes for more than a second, because programs need up to a second to notice it. */
const redisRefuses = (why: RedisRefusal): Kind => ({
  ...{ weight: 1, targets: ['Redis'], ms: [1_500, 5_000] },
  begin: ({ redis }) => refuseWrites(redis, why),
  async end({ redis }, { degree }) {
    await refuseWrites(redis, null);
    // In half of the cases, the new master has lost all data, and so its replica loses all data too.
    if (why === 'READONLY' && degree < 0.5) await emptyRedis(redis);
  },
});

/** Interval between two flushes of Redis during the fault, in milliseconds. */
const emptyEveryMs = 1_000;
let emptying: NodeJS.Timeout | undefined;
let emptied = Promise.resolve();

/** Sets the clock that a target such as `clock 1` names. */
function setClock({ clocks, stack }: Stack, { target }: Fault, aheadMs: number): Promise<void> {
  const no = Number(target.split(' ')[1]);
  const [clock, worker] = [clocks[no], stack.workers[no]];
  if (!clock || !worker) throw new Error(`There is no ${target}.`);
  return clock.set(aheadMs, worker);
}

/**
 * Returns a jump of the clock in seconds: one second to twelve hours, in either direction. All orders of magnitude are
 * equally frequent.
 */
function jump(degree: number): number {
  const [sign, part] = degree < 0.5 ? [-1, degree * 2] : [1, degree * 2 - 1];
  return sign * (12 * 3_600) ** part;
}

/** The directions in which the carrier's connections hang. */
const hangs: Way[][] = [['up'], ['down'], ['up', 'down']];
const pick = <T>(list: readonly T[], degree: number) => list[Math.floor(degree * list.length)] as T;

/** Whether the proxy drops its buffered data when the fault ends. It does so in half of the cases. */
const isLost = ({ degree }: Fault) => Math.floor(degree * 100) % 2 === 0;

/** Misbehaviours of the carrier for a few submits. They leave messages delivered or unknown. */
const misbehaviours = ['throttled', 'never-answered', 'connection-dropped', 'receipt-first'];

/** Maximum free space on a full disk, in KiB. */
const leftKiB = 64;

export const kinds = {
  'web stopped': { weight: 14, targets: ['web 0', 'web 1'], ms: [50, 1_500], ...programStopped },
  'web killed': { weight: 2, targets: ['web 0', 'web 1'], ms: [0, 300], ...programKilled },
  'worker stopped': {
    ...{ weight: 12, targets: ['worker 0', 'worker 1'], ms: [50, 1_500] },
    ...programStopped,
  },
  'worker stopped for long': {
    // The program stops for longer than a worker's lease, and longer than it takes other workers to take over the
    // reservations of a silent worker.
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
    // The misbehaviour ends by itself after this many submits.
    end: () => undefined,
  },
} as const satisfies Record<string, Kind>;

export type FaultKind = keyof typeof kinds;

/** The longest delay between the starts of two faults, in milliseconds. */
const maxGapMs = 350;

/** @returns `count` random faults; the same seed gives the same faults */
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

/** Maximum number of overlapping faults. */
const maxOverlap = 5;

type RunOptions = {
  /** Called with a line when a fault begins and when it ends. */
  log: (line: string) => void;
  /** If it returns true, no further fault begins. */
  isOver: () => boolean;
};

/**
 * Runs faults in order; they may overlap.
 *
 * @returns the number of faults of each kind, after all of them have ended
 * @throws the error of a fault that could not be started or repaired
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
    // A failed fault stays in the set, so that the next `Promise.race` or the end of the run reports its error.
    void work.then(
      () => running.delete(work),
      () => undefined,
    );
  }
  await Promise.all(running);
  return counts;
}
