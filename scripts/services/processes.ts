import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

/**
 * Distinguishes a process from a later one with the same ID: its start time.
 *
 * @returns null if the process does not exist
 */
export function identify(pid: number): string | null {
  if (process.platform !== 'linux') return ps('lstart=', pid);
  // Counted after the name, which is in parentheses and may contain anything: field 3 is the state and field
  // 22 the start in clock ticks since boot (proc_pid_stat(5)).
  const fields = proc(pid, 'stat')?.split(') ').at(-1)?.split(' ');
  return fields && fields[0] !== 'Z' ? `${fields[19]}` : null;
}

/** The command line of a process; null if the process does not exist. */
export function getCommandLine(pid: number): string | null {
  if (process.platform !== 'linux') return ps('command=', pid);
  return proc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? null;
}

/**
 * Ends a process that we did not start ourselves. SIGINT shuts each of our programs down gracefully; for
 * PostgreSQL, SIGTERM would wait for connected clients.
 *
 * @param identity an earlier result of `identify`; another process with the same ID is left alone
 */
export async function endProcess(pid: number, identity: string): Promise<void> {
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
    // ESRCH: it ended between opening and reading.
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return null;
    throw error;
  }
}

function ps(field: string, pid: number): string | null {
  const { stdout } = spawnSync('ps', ['-o', field, '-p', `${pid}`], { encoding: 'utf8' });
  return stdout.trim() || null;
}
