import type { Environment } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import type { Child } from '#scripts/services/child.ts';
import { startServer } from '#scripts/services/server-process.ts';
import { nodeFlags } from '#scripts/stack/node-flags.ts';

/** A process of the product that can be stopped and started again. */
export type Program = {
  readonly name: string;
  /** Replaced at each start; `killed` is set by `kill`. */
  readonly life: { killed: boolean };
  /** How it ended each time that it was not stopped on purpose. */
  readonly crashes: readonly string[];
  start(): Promise<void>;
  /** Stops it with SIGTERM. @returns how long that took in milliseconds, and how it exited */
  stop(): Promise<{ ms: number; how: string; ok: boolean }>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Sends it a signal, if it runs. */
  signal(signal: NodeJS.Signals): void;
};

/** The log line after which each program is ready. */
const readyWhen = {
  server: /"web ready"/,
  worker: /"worker ready"/,
  sandbox: /"sandbox is ready"/,
};

/**
 * Creates a program from build/, without starting it.
 *
 * @param onLine receives its output, line by line
 */
export function createProgram(
  file: keyof typeof readyWhen,
  name: string,
  env: Environment,
  onLine: (line: string) => void = () => undefined,
): Program {
  const crashes: string[] = [];
  let child: Child | null = null;
  let life = { killed: false };

  /** It is forgotten before it is asked to end, so that its end is no crash. */
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    const ending = child;
    child = null;
    return await ending?.stop(signal, 30_000);
  }

  return {
    name,
    crashes,
    get life() {
      return life;
    },
    async start() {
      life = { killed: false };
      const started = await startServer({
        name,
        ready: readyWhen[file],
        command: process.execPath,
        args: [...nodeFlags, `build/${file}.js`],
        cwd: root,
        env,
        onLine,
      });
      child = started;
      void started.ended.then(({ how }) => {
        if (child !== started) return;
        child = null;
        crashes.push(how);
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
