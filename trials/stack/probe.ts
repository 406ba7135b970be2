import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const lineSchema = z.object({
  probe: z.object({
    heapUsed: z.number(),
    external: z.number(),
    rss: z.number(),
    loop: z.object({ p99: z.number(), max: z.number() }),
  }),
});

/** What a program has in its memory after garbage was collected, in MiB, and its event loop's delays, in ms. */
export type Reading = {
  heapMiB: number;
  externalMiB: number;
  rssMiB: number;
  loopP99Ms: number;
  loopMaxMs: number;
};

/** The setting by which a Node program answers the probe. */
export const probed = {
  NODE_OPTIONS: `--import=${new URL(`file://${fileURLToPath(new URL('probe.mjs', import.meta.url))}`).href}`,
};

const patienceMs = 30_000;
const mebibyte = 1024 * 1024;

/** Asks programs for readings, and finds them among the lines that they write. */
export function createProbe() {
  const waiting = new Map<string, (reading: Reading) => void>();
  const underWay = new Map<string, Promise<Reading>>();
  return {
    /** Takes a line of a program's output. @returns whether it was a reading */
    hear(program: string, line: string): boolean {
      if (!line.startsWith('{"probe"')) return false;
      const { heapUsed, external, rss, loop } = lineSchema.parse(JSON.parse(line)).probe;
      waiting.get(program)?.({
        heapMiB: heapUsed / mebibyte,
        externalMiB: external / mebibyte,
        rssMiB: rss / mebibyte,
        loopP99Ms: loop.p99,
        loopMaxMs: loop.max,
      });
      waiting.delete(program);
      return true;
    },
    /** One answer is for all who ask before it comes. @throws Error if none comes within half a minute */
    read(program: string, pid: number): Promise<Reading> {
      const asked = underWay.get(program) ?? ask(program, pid);
      underWay.set(program, asked);
      return asked.finally(() => underWay.delete(program));
    },
  };

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
