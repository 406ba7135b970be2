import type { Environment } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startServer } from '#scripts/services/server-process.ts';
import { nodeFlags } from '#scripts/stack/node-flags.ts';

/** A process of the product that can be stopped and started again. */
export type Program = {
  readonly name: string;
  /** Replaced at each start; `killed` is set by `kill`. */
  readonly life: { killed: boolean };
  start(): Promise<void>;
  /** Stops it with SIGTERM. @returns how long that took in milliseconds, and how it exited */
  stop(): Promise<{ ms: number; how: string; ok: boolean }>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
};

/** The log line after which each program is ready. */
const readyWhen = {
  server: /"web ready"/,
  worker: /"worker ready"/,
  sandbox: /"sandbox is ready"/,
};

/** Creates a program from build/, without starting it. */
export function createProgram(
  file: keyof typeof readyWhen,
  name: string,
  env: Environment,
): Program {
  let child: Awaited<ReturnType<typeof startServer>> | null = null;
  let life = { killed: false };
  return {
    name,
    get life() {
      return life;
    },
    async start() {
      life = { killed: false };
      child = await startServer({
        name,
        ready: readyWhen[file],
        command: process.execPath,
        args: [...nodeFlags, `build/${file}.js`],
        cwd: root,
        env,
      });
    },
    async stop() {
      const began = performance.now();
      const { ok = true, how = 'did not run' } = (await child?.stop('SIGTERM', 30_000)) ?? {};
      child = null;
      return { ms: performance.now() - began, ok, how };
    },
    async kill() {
      life.killed = true;
      await child?.stop('SIGKILL');
      child = null;
    },
  };
}
