import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../environment.ts';
import { root } from '../root.ts';
import { startChild } from '../services/child.ts';
import { formatLogLine, parseLogMessage } from './log-line.ts';
import type { Part } from './supervise.ts';
import { colorize, printLine } from './terminal.ts';

/** One of the processes that Dakiya consists of. */
export type Program = {
  name: 'web' | 'worker' | 'sandbox';
  /** Node's arguments. */
  args: string[];
  /** How to detect that it is ready: a response from this URL, or a message in its log. */
  ready: { url: string } | { message: string };
};

const colours = { web: 'cyan', worker: 'magenta', sandbox: 'yellow' } as const;

/**
 * Starts a program, whose log is printed line by line with its name.
 *
 * @returns the part to be supervised, and `ready`, which rejects if the program ends before it is
 */
export async function startProgram({ name, args, ready }: Program, env: Environment) {
  const prefix = colorize(colours[name], `${name.padEnd(7)} |`);
  let hasSaidSo = false;
  const child = await startChild({
    command: process.execPath,
    args,
    env,
    cwd: root,
    onLine(line) {
      hasSaidSo ||= 'message' in ready && parseLogMessage(line) === ready.message;
      for (const shown of formatLogLine(line).split('\n')) printLine(`${prefix} ${shown}`);
    },
  });
  const part: Part = { name, ...child };
  return {
    part,
    ready: waitUntil(async () => ('url' in ready ? await answers(ready.url) : hasSaidSo), part),
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch (error) {
    // fetch failed because the connection was refused or the time limit passed: not ready yet.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}

async function waitUntil(isReady: () => Promise<boolean>, { name, ended }: Part): Promise<void> {
  let how = '';
  void ended.then((ending) => {
    how = ending.how;
  });
  for (const deadline = Date.now() + 60_000; !(await isReady()); await pause(100)) {
    if (how) throw new Error(`${name} ended before it was ready: ${how}`);
    if (Date.now() > deadline) throw new Error(`${name} was not ready within a minute.`);
  }
}
