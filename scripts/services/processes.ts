import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/**
 * Returns the start time of a process, which distinguishes it from a later process with the same id.
 *
 * @returns null if the process does not exist
 */
export function identify(pid: number): string | null {
  if (process.platform !== 'linux') return ps('lstart=', pid);
  // Fields are counted after the name, which is in parentheses and may contain any text. Field 3 is the state, and field 22 is
  // the start in clock ticks since boot (proc_pid_stat(5)).
  const fields = proc(pid, 'stat')?.split(') ').at(-1)?.split(' ');
  return fields && fields[0] !== 'Z' ? `${fields[19]}` : null;
}

/** Returns the command line of a process; null if the process does not exist. */
export function getCommandLine(pid: number): string | null {
  if (process.platform !== 'linux') return ps('command=', pid);
  return proc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? null;
}

/**
 * Ends a process that this script has not started. SIGINT shuts each of our programs down gracefully; on SIGTERM, PostgreSQL
 * would wait for connected clients.
 *
 * @param identity an earlier result of `identify`; if the id now belongs to another process, that process is not ended
 */
async function endProcess(pid: number, identity: string): Promise<void> {
  const isThere = () => identify(pid) === identity;
  if (!isThere()) return;
  process.kill(pid, 'SIGINT');
  for (const deadline = Date.now() + 15_000; isThere() && Date.now() < deadline; ) await pause(50);
  if (isThere()) process.kill(-pid, 'SIGKILL');
  while (isThere()) await pause(50);
}

function proc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    // ESRCH: the process ended between opening and reading the file.
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return null;
    throw error;
  }
}

function ps(field: string, pid: number): string | null {
  const { stdout } = spawnSync('ps', ['-o', field, '-p', `${pid}`], { encoding: 'utf8' });
  return stdout.trim() || null;
}

/** Kills a process group; an empty group is not an error. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Returns the system's code of an error, such as `ENOENT`; empty if it has no code. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const schema = z.array(z.object({ name: z.string(), pid: z.number(), identity: z.string() }));

type Process = z.infer<typeof schema>[number];

/**
 * The list of processes that use a data directory, stored in a file next to the data. If the script that started the
 * processes is killed, the next script that uses the directory ends those that still run.
 */
export class ProcessRegistry {
  readonly #file: string;
  #processes: Process[] = [];

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.#file = join(dataDir, 'running.json');
  }

  /** Returns the id of the script's process that uses this directory; null if no script uses it. */
  holder(): number | null {
    const [first] = this.#read();
    return first && identify(first.pid) === first.identity ? first.pid : null;
  }

  /**
   * Ends the remaining processes of a killed script, and registers this script.
   *
   * @throws Error if another script uses this directory
   */
  async take(): Promise<void> {
    const holder = this.holder();
    if (holder)
      throw new Error(
        `Process ${holder} is already using this DATA_DIR. Stop it, or set another DATA_DIR.`,
      );
    await Promise.all(this.#read().map(({ pid, identity }) => endProcess(pid, identity)));
    this.#processes = [];
    this.add('script', process.pid);
  }

  /** Adds a process. */
  add(name: string, pid: number): void {
    const identity = identify(pid);
    if (identity) this.#processes.push({ name, pid, identity });
    writeFileSync(this.#file, JSON.stringify(this.#processes, null, 2));
  }

  /** Deletes the list. Call it when none of the processes is running. */
  clear(): void {
    rmSync(this.#file, { force: true });
  }

  #read(): Process[] {
    return existsSync(this.#file) ? schema.parse(JSON.parse(readFileSync(this.#file, 'utf8'))) : [];
  }
}
