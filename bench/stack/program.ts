import type { Environment } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { parseLogMessage } from '#scripts/stack/log-line.ts';
import { nodeFlags } from '#scripts/stack/node-flags.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import type { LogProblems } from './log-problems.ts';
import { stoppablePart } from './stoppable-part.ts';

/** Dakiya's processes, and the log messages after which each is ready. */
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
 * @param tree the checkout that was built
 * @param logProblems receives each line of its output
 * @throws Error if it exits before it is ready
 */
export async function startProgram(
  name: keyof typeof files,
  env: Environment,
  register: RegisterPart,
  logProblems: LogProblems,
  tree = root,
): Promise<Program> {
  const missing = new Set(readyWhen[name]);
  let resolveReady: (() => void) | undefined;
  const isReady = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags, `build/${files[name]}.js`],
    env,
    cwd: tree,
    onLine(line) {
      logProblems.addLine(name, line);
      missing.delete(parseLogMessage(line) ?? '');
      if (missing.size === 0) resolveReady?.();
    },
  });
  const part = stoppablePart(name, child, () => child.stop());
  register(part);
  const early = await Promise.race([isReady, child.ended]);
  if (early) throw new Error(`${name} ended before it was ready: ${early.how}`);
  return part;
}
