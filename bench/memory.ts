import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The resident memory of a process in MiB, as the operating system reports it. */
export function residentMiB(pid: number): number {
  if (process.platform === 'linux') {
    // proc_pid_status(5): "VmRSS:    123456 kB".
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' });
  return Number(stdout) / 1024;
}
