import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#scripts/environment.ts';
import type { Program } from '#tests/harness/program.ts';

const preload = new URL('clock.mjs', import.meta.url).href;

/** The clock of one program. It can jump, and keeps its offset when the program restarts. */
export type Clock = {
  /** The environment variables with which the program uses this clock. */
  settings: Environment;
  /** @param aheadMs how far ahead the clock is from now on, in milliseconds; negative if it is behind */
  set(aheadMs: number, program: Pick<Program, 'signal'>): Promise<void>;
  remove(): Promise<void>;
};

/** Creates a clock that is ahead by this many milliseconds; 0 by default. */
export async function createClock(aheadMs = 0): Promise<Clock> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-clock-'));
  const file = join(folder, 'ahead-ms');
  await writeFile(file, `${aheadMs}`);
  return {
    settings: { NODE_OPTIONS: `--import=${preload}`, DAKIYA_CLOCK_FILE: file },
    async set(aheadMs, program) {
      await writeFile(file, `${Math.round(aheadMs)}`);
      program.signal('SIGUSR2');
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
