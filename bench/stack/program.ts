import type { Environment } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { parseLogMessage } from '#scripts/stack/log-line.ts';
import { nodeFlags } from '#scripts/stack/node-flags.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import type { LogProblems } from './log-problems.ts';
import { stoppablePart } from './stoppable-part.ts';

/** The processes that Dakiya consists of, and the messages in their logs by which they are ready. */
const readyWhen = {
  web: ['web ready'],
  worker: ['worker ready', 'bound'],
  sandbox: ['sandbox is ready'],
};

const files = { web: 'server', worker: 'worker', sandbox: 'sandbox' };

export type Program = { readonly pid: number; stop(): Promise<unknown> };

/**
 * Starts a program from build/, as the demo does, and waits until it is ready.
 *
 * @param complaints receives what it logs beyond information
 * @throws Error if it ends before it is ready
 */
export async function startProgram(
  name: keyof typeof files,
  env: Environment,
  enter: RegisterPart,
  complaints: LogProblems,
): Promise<Program> {
  const awaited = new Set(readyWhen[name]);
  let sayReady: (() => void) | undefined;
  const isReady = new Promise<void>((resolve) => {
    sayReady = resolve;
  });
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags, `build/${files[name]}.js`],
    env,
    cwd: root,
    onLine(line) {
      complaints.hear(name, line);
      awaited.delete(parseLogMessage(line) ?? '');
      if (awaited.size === 0) sayReady?.();
    },
  });
  const part = stoppablePart(name, child, () => child.stop());
  enter(part);
  const early = await Promise.race([isReady, child.ended]);
  if (early) throw new Error(`${name} ended before it was ready: ${early.how}`);
  return part;
}
