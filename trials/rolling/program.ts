import type { Environment } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startServer } from '#scripts/services/server-process.ts';
import { nodeFlags } from '#scripts/stack/node-flags.ts';

/** One process of the product, which can be ended and started again as often as one likes. */
export type Program = {
  readonly name: string;
  /** From one start to the next; `killed` if it was not asked to end. */
  readonly life: { killed: boolean };
  start(): Promise<void>;
  /** Asks it to end (SIGTERM). @returns how long that took in milliseconds, and how it ended */
  stop(): Promise<{ ms: number; how: string; ok: boolean }>;
  /** Ends it as a power cut would (SIGKILL). */
  kill(): Promise<void>;
};

/** The line of its log by which each program is ready. */
const readyWhen = {
  server: /"web ready"/,
  worker: /"worker ready"/,
  sandbox: /"sandbox is ready"/,
};

/** A program from build/, not started yet. */
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
