import type { Program } from '../stack/program.ts';
import { flushRedis, type RedisRefusal, refuseWrites } from '../stack/refuse-writes.ts';
import type { Way } from '../stack/relay.ts';
import type { Fault, FaultKind } from './plan.ts';
import type { ChaosStack } from './stack.ts';

/** How a fault begins and how it is mended. `begin` may return what the log shall say of it. */
type Act = {
  begin(stack: ChaosStack, fault: Fault): Promise<unknown> | unknown;
  end(stack: ChaosStack, fault: Fault): Promise<unknown> | unknown;
};

/** The program of a target such as `worker 1`. */
function findProgram({ fleet }: ChaosStack, { target }: Fault): Program {
  const found = [...fleet.webs, ...fleet.workers].find(({ name }) => name === target);
  if (!found) throw new Error(`There is no ${target}.`);
  return found;
}

const programStopped: Act = {
  begin: (stack, fault) => findProgram(stack, fault).signal('SIGSTOP'),
  end: (stack, fault) => findProgram(stack, fault).signal('SIGCONT'),
};

const programKilled: Act = {
  begin: (stack, fault) => findProgram(stack, fault).kill(),
  end: (stack, fault) => findProgram(stack, fault).start(),
};

const redisRefuses = (why: RedisRefusal): Act => ({
  begin: ({ redis }) => refuseWrites(redis, why),
  async end({ redis }, { degree }) {
    await refuseWrites(redis, null);
    // A replica is emptied by its new master if that has nothing of it: every other time.
    if (why === 'READONLY' && degree < 0.5) await flushRedis(redis);
  },
});

/** How often Redis is emptied while that lasts, in milliseconds. */
const emptyEveryMs = 1_000;

function redisEmptied(): Act {
  let timer: NodeJS.Timeout | undefined;
  let emptied = Promise.resolve();
  return {
    begin({ redis }) {
      timer = setInterval(() => {
        emptied = flushRedis(redis);
      }, emptyEveryMs);
      return flushRedis(redis);
    },
    end() {
      clearInterval(timer);
      return emptied;
    },
  };
}

/** The worker and the clock of a target such as `clock 1`. */
function findClock({ clocks, fleet }: ChaosStack, { target }: Fault) {
  const no = Number(target.split(' ')[1]);
  const [clock, worker] = [clocks[no], fleet.workers[no]];
  if (!clock || !worker) throw new Error(`There is no ${target}.`);
  return { set: (aheadMs: number) => clock.set(aheadMs, worker) };
}

/** Clocks jump by a second to twelve hours, each magnitude as often as another. */
const jumpSeconds = { least: 1, most: 12 * 3_600 };

function jump(degree: number): number {
  const [sign, part] = degree < 0.5 ? [-1, degree * 2] : [1, degree * 2 - 1];
  return sign * jumpSeconds.least * (jumpSeconds.most / jumpSeconds.least) ** part;
}

/** Which way the carrier's connections hang. */
const hangs: Way[][] = [['up'], ['down'], ['up', 'down']];
const pick = <T>(list: readonly T[], degree: number) => list[Math.floor(degree * list.length)] as T;

/** How the carrier treats a few submits; none of these settles a message otherwise than delivered or unknown. */
const misbehaviours = ['throttled', 'never-answered', 'connection-dropped', 'receipt-first'];

/** At most so much room is left on a full disk, in KiB. */
const leftKiB = 64;

export const acts: Record<FaultKind, Act> = {
  'web stopped': programStopped,
  'web killed': programKilled,
  'worker stopped': programStopped,
  'worker stopped for long': programStopped,
  'worker killed': programKilled,
  'clock jumps': {
    async begin(stack, fault) {
      const seconds = jump(fault.degree);
      await findClock(stack, fault).set(seconds * 1_000);
      return `by ${seconds.toFixed(0)} s`;
    },
    end: (stack, fault) => findClock(stack, fault).set(0),
  },
  'Redis stopped': {
    begin: ({ redis }) => redis.signal('SIGSTOP'),
    end: ({ redis }) => redis.signal('SIGCONT'),
  },
  'Redis killed': { begin: ({ redis }) => redis.kill(), end: ({ redis }) => redis.start() },
  'Redis MISCONF': redisRefuses('MISCONF'),
  'Redis OOM': redisRefuses('OOM'),
  'Redis READONLY': redisRefuses('READONLY'),
  'Redis emptied': redisEmptied(),
  'postmaster stopped': {
    begin: ({ postgres }) => postgres.signal('SIGSTOP'),
    end: ({ postgres }) => postgres.signal('SIGCONT'),
  },
  'postmaster killed': {
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  },
  'PostgreSQL read-only': {
    begin: ({ postgres }) => postgres.setReadOnly(true),
    end: ({ postgres }) => postgres.setReadOnly(false),
  },
  'disk full': {
    begin: ({ postgres }, { degree }) => postgres.disk?.fill(Math.round(degree * leftKiB)),
    end: ({ postgres }) => postgres.disk?.empty(),
  },
  'carrier cut': {
    begin: ({ carrier }) => carrier.relay.cut(),
    end: ({ carrier }) => carrier.relay.lead(carrier.port),
  },
  'carrier hangs': {
    begin({ carrier }, { degree }) {
      const ways = pick(hangs, degree);
      for (const way of ways) carrier.relay.hold(way);
      return ways.join(' and ');
    },
    end({ carrier }, { degree }) {
      // Every other time what was kept is lost.
      if (Math.floor(degree * 100) % 2 === 0) carrier.relay.break();
      for (const way of pick(hangs, degree)) carrier.relay.release(way);
    },
  },
  'receiver cut': {
    begin: ({ receiver }) => receiver.way.cut(),
    end: ({ receiver }) => receiver.way.lead(receiver.port),
  },
  'receiver hangs': {
    begin: ({ receiver }) => receiver.way.hold('down'),
    end({ receiver }, { degree }) {
      // Every other time the answers are lost.
      if (Math.floor(degree * 100) % 2 === 0) receiver.way.break();
      receiver.way.release('down');
    },
  },
  'carrier misbehaves': {
    async begin({ fleet }, { degree }) {
      const behaviour = pick(misbehaviours, degree);
      await fleet.sandbox.setNetwork(behaviour, 1 + (Math.floor(degree * 1_000) % 5));
      return behaviour;
    },
    // It is over after so many submits.
    end: () => undefined,
  },
};
