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
  turn: z.object({ ms: z.number(), from: z.number(), to: z.number() }),
});

/** A turn of a program's event loop that was long: its processor time in ms, and when it was. */
export type LongTurn = z.infer<typeof turnSchema>['turn'];

/** What a program has in its memory after garbage was collected, in MiB. */
export type Reading = {
  heapMiB: number;
  externalMiB: number;
  rssMiB: number;
  /**
   * The longest turn of its event loop since the last reading, in ms of the main thread's processor time;
   * null where the system does not tell it (it does on Linux, and to Node from 23.9 on).
   */
  longestTurnMs: number | null;
};

/** The setting by which a Node program answers the probe. */
export const probed = {
  NODE_OPTIONS: `--import=${new URL(`file://${fileURLToPath(new URL('probe.mjs', import.meta.url))}`).href}`,
};

/**
 * Collections of garbage until a program at rest has nothing left but what it keeps: V8 throws the code of what was
 * not called away at the sixth (`--bytecode-old-age`), and objects with finalizers go one collection later than others.
 */
const collections = 7;

/**
 * Between two of them, in milliseconds: what goes on after an answer ends, and the last one is later than the five
 * seconds for which Remix holds what a page was made of (`renderTimeoutMs`).
 */
const restMs = 1_000;

const patienceMs = 30_000;
const mebibyte = 1024 * 1024;

/** Asks programs for readings, and finds them among the lines that they write. */
export function createProbe() {
  const waiting = new Map<string, (reading: Reading) => void>();
  const underWay = new Map<string, Promise<Reading>>();
  const listeners: ((program: string, turn: LongTurn) => void)[] = [];
  return {
    read,
    /** As `read`, of a program that nobody asks for anything: what it holds for a moment is gone. */
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
    /** Takes a line of a program's output. @returns whether it was the probe's */
    hear(program: string, line: string): boolean {
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

  /** One answer is for all who ask before it comes. @throws Error if none comes within half a minute */
  function read(program: string, pid: number): Promise<Reading> {
    const asked = underWay.get(program) ?? ask(program, pid);
    underWay.set(program, asked);
    return asked.finally(() => underWay.delete(program));
  }

  function ask(program: string, pid: number): Promise<Reading> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${program} did not say what it has in its memory`)),
        patienceMs,
      );
      waiting.set(program, (reading) => {
        clearTimeout(late);
        resolve(reading);
      });
      process.kill(pid, 'SIGUSR2');
    });
  }
}
