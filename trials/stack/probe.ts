import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

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
 * A long turn of a program's event loop: its processor time, the time in it that went into garbage
 * collection, its start and its end, in milliseconds.
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
export const probeSettings = {
  NODE_OPTIONS: `--import=${new URL(`file://${fileURLToPath(new URL('probe.mjs', import.meta.url))}`).href}`,
};

/**
 * Garbage collections after which an idle program has only memory that it retains: V8 discards bytecode of functions
 * that were not called at the sixth (`--bytecode-old-age`), and objects with finalizers one collection after others.
 */
const collections = 7;

/**
 * The delay between two of them, in milliseconds: work after responses ends, and the last one is later than the five
 * seconds for which Remix retains a page's data (`renderTimeoutMs`).
 */
const restMs = 1_000;

const timeoutMs = 30_000;
const mebibyte = 1024 * 1024;

/** Requests readings from programs by signal, and parses them from their output. */
export function createProbe() {
  const waiting = new Map<string, (reading: Reading) => void>();
  const pending = new Map<string, Promise<Reading>>();
  const listeners: ((program: string, turn: LongTurn) => void)[] = [];
  return {
    read,
    /** As `read`, for an idle program: repeats until temporary memory is released. */
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
    /** Parses a line of a program's output. @returns whether it was the probe's */
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

  /** Concurrent calls share one reading. @throws Error if there is none within half a minute */
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
