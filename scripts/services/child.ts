import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Environment } from '../environment.ts';
import { errorCode } from './error-code.ts';

/** How a process ended, as text: `exit code 1`, `signal SIGKILL`. */
export type Ending = { ok: boolean; how: string };

/** A process that we started and must end. */
export type Child = {
  readonly pid: number;
  /** Resolves when it has ended and all of its output was read; never rejects. */
  readonly ended: Promise<Ending>;
  /** Sends it the signal to end, once, and kills it if it has not ended after `graceMs`. */
  stop(ask?: NodeJS.Signals, graceMs?: number): Promise<Ending>;
};

type Command = Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> & {
  command: string;
  args: string[];
  /** Its whole environment; ours by default. */
  env?: Environment;
  /** The signal by which it shuts down gracefully. */
  ask?: NodeJS.Signals;
  /** Receives what it writes to stdout and stderr, line by line. */
  onLine: (line: string) => void;
};

const live = new Set<Child>();
let closed = false;

/**
 * Starts a process in its own process group, so that a Ctrl-C in the terminal reaches only us and we end
 * everything in order.
 *
 * @throws the system's error if the program does not exist or may not be run
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
    createInterface({ input }).on('line', onLine);
  }
  // Its own child processes end with it, even if it had no time to end them.
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
 * Ends all running processes, and from now on every process right after it is started.
 *
 * @param spared process IDs of those that are ended later
 */
export async function stopChildren(spared: number[]): Promise<void> {
  closed = true;
  const others = [...live].filter((child) => !spared.includes(child.pid));
  await Promise.all(others.map((child) => child.stop()));
}

/** Kills a process group; an empty group is not an error. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
