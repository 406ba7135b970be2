import type { Child } from '#scripts/services/child.ts';
import { type ProgramName, startProgram } from '#scripts/stack/programs.ts';

/** A process of the product, which can be stopped and started again. */
export type Program = {
  readonly name: string;
  /** The process id, or 0 while the process does not run. */
  readonly pid: number;
  /** The current run of the process: a new object for each start. `kill` sets `killed`. */
  readonly life: { killed: boolean };
  /** How the process ended, for each end that was not requested. */
  readonly crashes: readonly string[];
  start(): Promise<void>;
  /** Ends the process as a deployment would. @returns how long that took in milliseconds, and how it exited */
  stop(): Promise<{ ms: number; how: string; ok: boolean }>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
  /**
   * Sends a signal to a running process: SIGSTOP freezes it like a frozen machine, and SIGCONT lets it
   * continue.
   */
  signal(signal: NodeJS.Signals): void;
};

type Start = Parameters<typeof startProgram>[1] & {
  /** Called when the process ends without being stopped. */
  onCrash?: (how: string) => void;
};

/** Creates a process of the product from build/, without starting it. */
export function createProgram(name: ProgramName, { onCrash, ...start }: Start): Program {
  const { label = name } = start;
  const crashes: string[] = [];
  let child: Child | null = null;
  let life = { killed: false };

  /** Clears `child` before the signal, so that this end does not count as a crash. */
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    const ending = child;
    child = null;
    return await ending?.stop(signal, 30_000);
  }

  return {
    name: label,
    crashes,
    get pid() {
      return child?.pid ?? 0;
    },
    get life() {
      return life;
    },
    async start() {
      life = { killed: false };
      const started = await startProgram(name, start);
      child = started;
      void started.ended.then(({ how }) => {
        if (child !== started) return;
        child = null;
        crashes.push(how);
        onCrash?.(`${label}: ${how}`);
      });
    },
    async stop() {
      const began = performance.now();
      const { ok = true, how = 'did not run' } = (await end('SIGTERM')) ?? {};
      return { ms: performance.now() - began, ok, how };
    },
    async kill() {
      life.killed = true;
      await end('SIGKILL');
    },
    signal(signal) {
      if (child) process.kill(child.pid, signal);
    },
  };
}
