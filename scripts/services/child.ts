import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Environment } from '../environment.ts';
import { killGroup } from './processes.ts';

/** How a process ended; `how` is a text such as `exit code 1` or `signal SIGKILL`. */
export type Ending = { ok: boolean; how: string };

/** A process that we started and must end. */
export type Child = {
  readonly pid: number;
  /** Resolves when the process has ended and all its output has been read; never rejects. */
  readonly ended: Promise<Ending>;
  /** Sends the process one signal to end, and kills it if it has not ended after `graceMs` milliseconds. */
  stop(ask?: NodeJS.Signals, graceMs?: number): Promise<Ending>;
};

type Command = Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> & {
  command: string;
  args: string[];
  /** The whole environment of the process; by default ours. */
  env?: Environment;
  /** The signal on which the process shuts down gracefully. */
  ask?: NodeJS.Signals;
  /** Called with each line that the process writes to stdout or stderr. */
  onLine?: ((line: string) => void) | undefined;
};

const live = new Set<Child>();
let closed = false;

/**
 * Starts a process in its own process group. So Ctrl-C in the terminal reaches only this process, which then ends all child
 * processes in order.
 *
 * @throws the system's error if the program does not exist or cannot be run
 */
export async function startChild(command: Command): Promise<Child> {
  const { command: program, args, env, ask: usual = 'SIGTERM', onLine, ...options } = command;
  const spawned = spawn(program, args, {
    ...options,
    env: env as NodeJS.ProcessEnv | undefined,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(spawned, 'spawn');
  const pid = spawned.pid as number;
  for (const input of [spawned.stdout, spawned.stderr]) {
    createInterface({ input }).on('line', (line) => onLine?.(line));
  }
  // Kills the processes that the ended process has started, because it may have had no time to end them itself.
  spawned.on('exit', () => killGroup(pid));
  const ended = once(spawned, 'close').then(([code, signal]) => ({
    ok: code === 0,
    how: signal ? `signal ${signal}` : `exit code ${code}`,
  }));

  let stopping: Promise<Ending> | undefined;
  const end = async (ask: NodeJS.Signals, graceMs: number) => {
    spawned.kill(ask);
    const timer = setTimeout(() => killGroup(pid), graceMs);
    return await ended.finally(() => clearTimeout(timer));
  };
  const child: Child = {
    pid,
    ended,
    stop(ask = usual, graceMs = 15_000) {
      stopping ??= end(ask, graceMs);
      return stopping;
    },
  };
  live.add(child);
  void ended.then(() => live.delete(child));
  if (closed) await child.stop();
  return child;
}

/**
 * Ends all running processes. From now on, every new process is ended right after its start.
 *
 * @param spared the ids of processes that are ended later
 */
export async function stopChildren(spared: number[]): Promise<void> {
  closed = true;
  const others = [...live].filter((child) => !spared.includes(child.pid));
  await Promise.all(others.map((child) => child.stop()));
}

/**
 * Runs a program until it ends.
 *
 * @param command `name` is the name of the program in an error
 * @returns the lines of its output
 * @throws Error with its output if it fails
 */
export async function runCommand({
  name,
  onLine,
  ...command
}: Command & { name: string }): Promise<string[]> {
  const lines: string[] = [];
  const child = await startChild({
    ...command,
    onLine(line) {
      lines.push(line);
      onLine?.(line);
    },
  });
  const { ok, how } = await child.ended;
  if (!ok) throw new Error(`${name} failed with ${how}:\n${lines.join('\n')}`);
  return lines;
}

/**
 * Starts a server and waits until it is ready.
 *
 * @param server `name` is the name of the server in error messages. It is ready when it has written a line for each
 *   pattern in `ready`
 * @throws Error with the server's last output if it ends before it is ready
 */
export async function startServer({
  name,
  ready,
  onLine,
  ...command
}: Command & { name: string; ready: RegExp | readonly RegExp[] }): Promise<Child> {
  const lastLines: string[] = [];
  const missing = new Set([ready].flat());
  let resolveReady: (() => void) | undefined;
  const isReady = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  const child = await startChild({
    ...command,
    onLine(line) {
      onLine?.(line);
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      for (const one of missing) if (one.test(line)) missing.delete(one);
      if (missing.size === 0) resolveReady?.();
    },
  });
  // Adds the last lines of the output to the error, because they explain more than an exit code.
  const ended = child.ended.then(({ ok, how }) => ({ ok, how: [how, ...lastLines].join('\n') }));
  const early = await Promise.race([isReady, ended]);
  if (early) throw new Error(`${name} did not start: ${early.how}`);
  return { ...child, ended };
}
