import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  collectLogProblems,
  type LogProblems,
  type Stack,
  type StackOptions,
  startStack,
} from './stack.ts';

const lineSchema = z.object({
  probe: z.object({
    heapUsed: z.number(),
    external: z.number(),
    rss: z.number(),
    turnMs: z.number().nullable(),
  }),
});

const turnSchema = z.object({
  turn: z.object({
    ms: z.number(),
    collectionMs: z.number(),
    from: z.number(),
    to: z.number(),
  }),
});

/**
 * A long turn of a program's event loop, in milliseconds: its processor time, how much of it went into
 * garbage collection, its start and its end.
 */
export type LongTurn = z.infer<typeof turnSchema>['turn'];

/** A program's memory after garbage collection, in MiB. */
export type Reading = {
  heapMiB: number;
  externalMiB: number;
  rssMiB: number;
  /**
   * The longest turn of its event loop since the last reading, in ms of the main thread's processor time;
   * null if the system does not report it (it does on Linux, and elsewhere with Node 23.9 or newer).
   */
  longestTurnMs: number | null;
};

/** The environment that loads the probe into a Node program. */
const probeSettings = {
  NODE_OPTIONS: `--import=${new URL(`file://${fileURLToPath(new URL('probe.mjs', import.meta.url))}`).href}`,
};

/**
 * The number of garbage collections after which an idle program holds only retained memory. V8 discards the bytecode of
 * unused functions at the sixth collection (`--bytecode-old-age`), and objects with finalizers one collection later
 * than other objects.
 */
const collections = 7;

/**
 * The delay between two of these collections, in milliseconds. Meanwhile, work that continues after a response can finish,
 * and the last collection runs after the five seconds for which Remix retains a page's data (`renderTimeoutMs`).
 */
const restMs = 1_000;

const timeoutMs = 30_000;
const mebibyte = 1024 * 1024;

/** Sends a signal to a program to request a reading of its memory, and parses the reading from the program's output. */
function createProbe() {
  const waiting = new Map<string, (reading: Reading) => void>();
  const pending = new Map<string, Promise<Reading>>();
  const listeners: ((program: string, turn: LongTurn) => void)[] = [];
  return {
    read,
    /** Reads the memory of an idle program, repeatedly until temporary memory is released. */
    async readAtRest(program: string, pid: number): Promise<Reading> {
      let reading = await read(program, pid);
      for (let i = 1; i < collections; i += 1) {
        await pause(restMs);
        const { longestTurnMs, ...memory } = await read(program, pid);
        const longest = Math.max(longestTurnMs ?? 0, reading.longestTurnMs ?? 0);
        reading = { ...memory, longestTurnMs: longestTurnMs === null ? null : longest };
      }
      return reading;
    },
    /** Calls back at each long turn of a program. */
    onLongTurn: (listener: (program: string, turn: LongTurn) => void) => listeners.push(listener),
    /**
     * Parses a line of a program's output.
     *
     * @returns whether the probe wrote it
     */
    addLine(program: string, line: string): boolean {
      if (line.startsWith('{"turn"')) {
        const { turn } = turnSchema.parse(JSON.parse(line));
        for (const listener of listeners) listener(program, turn);
        return true;
      }
      if (!line.startsWith('{"probe"')) return false;
      const { heapUsed, external, rss, turnMs } = lineSchema.parse(JSON.parse(line)).probe;
      waiting.get(program)?.({
        heapMiB: heapUsed / mebibyte,
        externalMiB: external / mebibyte,
        rssMiB: rss / mebibyte,
        longestTurnMs: turnMs,
      });
      waiting.delete(program);
      return true;
    },
  };

  /**
   * Concurrent calls share one reading.
   *
   * @throws Error if no reading arrives within half a minute
   */
  function read(program: string, pid: number): Promise<Reading> {
    const reading = pending.get(program) ?? ask(program, pid);
    pending.set(program, reading);
    return reading.finally(() => pending.delete(program));
  }

  function ask(program: string, pid: number): Promise<Reading> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${program} did not report its memory`)),
        timeoutMs,
      );
      waiting.set(program, (reading) => {
        clearTimeout(late);
        resolve(reading);
      });
      process.kill(pid, 'SIGUSR2');
    });
  }
}

export type ProbedStack = Stack & {
  /** Errors and warnings in the programs' logs. */
  logProblems: LogProblems;
  /** A program's memory after garbage collection. */
  read(program: 'web' | 'worker'): Promise<Reading>;
  /** The memory of an idle program, when it has released temporary memory. */
  readAtRest(program: 'web' | 'worker'): Promise<Reading>;
  /** Calls the listener after each long turn of the web server's event loop. */
  onLongTurn(listener: (turn: LongTurn) => void): void;
};

/** A limit that no run reaches. */
const unreachable = '1000000';

/**
 * Starts a Dakiya with one web server and one worker that load the probe. Limits per address stay as usual: the programs
 * trust one proxy's `X-Forwarded-For`, so requests may come from many addresses.
 */
export async function startProbedStack(
  options: Omit<StackOptions, 'onLine'> = {},
): Promise<ProbedStack> {
  const probe = createProbe();
  const logProblems = collectLogProblems();
  const stack = await startStack({
    workers: 1,
    ...options,
    settings: {
      ...probeSettings,
      SMPP_RATE: '5000',
      TRUSTED_PROXIES: '1',
      FAILED_AUTH_PER_MINUTE: unreachable,
      LEAK_REPORTS_PER_MINUTE: unreachable,
      RECONCILE_INTERVAL_SECONDS: '1',
      ...options.settings,
    },
    onLine(program, line) {
      if (!probe.addLine(program, line)) logProblems.addLine(program, line);
    },
  });
  const pids = { web: stack.pids.web, worker: stack.workers[0]?.pid ?? 0 };
  return {
    ...stack,
    logProblems,
    read: (program) => probe.read(program, pids[program]),
    readAtRest: (program) => probe.readAtRest(program, pids[program]),
    onLongTurn(listener) {
      probe.onLongTurn((program, turn) => {
        if (program === 'web') listener(turn);
      });
    },
  };
}

/** The programs' memory at a point of a run, such as a number of requests or minutes. */
export type MemorySample = { at: number; web: Reading; worker: Reading };

/** The share of a run that does not count, while caches fill and code is compiled. */
const warmUp = 0.25;

/**
 * The maximum growth after the warm-up, in MiB. The heap is measured after garbage collection, so its limit is small.
 * Resident memory is returned to the system late and in large pieces.
 */
const maxGrowth = { heapMiB: 12, rssMiB: 100 };

/** @returns a sentence for each memory that grew too much from the first quarter of a run to its end */
export function findMemoryGrowth(samples: MemorySample[]): string[] {
  const last = samples.at(-1)?.at ?? 0;
  const counted = samples.filter(({ at }) => at >= last * warmUp);
  return (['web', 'worker'] as const).flatMap((program) =>
    (['heapMiB', 'rssMiB'] as const).flatMap((kind) => {
      const values = counted.map(({ at, [program]: reading }) => ({ at, value: reading[kind] }));
      const grown = slope(values) * last * (1 - warmUp);
      const what = kind === 'heapMiB' ? 'heap' : 'resident memory';
      return grown > maxGrowth[kind]
        ? [
            `The ${program}’s ${what} grows: by ${grown.toFixed(1)} MiB; the maximum is ${maxGrowth[kind]} MiB.`,
          ]
        : [];
    }),
  );
}

/** The slope of the fitted line, by least squares. */
function slope(points: { at: number; value: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [
    mean(points.map((point) => point.at)),
    mean(points.map((point) => point.value)),
  ];
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  const together = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0);
  return spread === 0 ? 0 : together / spread;
}

/**
 * The maximum processor time of one turn of the worker's event loop, in milliseconds, during which all its jobs wait.
 * `trials/fuzz/suspects.ts` measures the web server's turns per request.
 */
const maxWorkerTurnMs = 500;

/** @returns a sentence for each sample in which a turn of the worker took too long */
export function findLongWorkerTurns(samples: MemorySample[]): string[] {
  return samples.flatMap(({ at, worker: { longestTurnMs } }) =>
    longestTurnMs !== null && longestTurnMs > maxWorkerTurnMs
      ? [
          `A turn of the worker took ${longestTurnMs.toFixed(0)} ms of processor time before request ${at}; the maximum is ${maxWorkerTurnMs} ms.`,
        ]
      : [],
  );
}
