import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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

/** The processes that are measured: the parts of the product, and the sandbox and the load generator. */
const parts = ['web', 'worker', 'PostgreSQL', 'Redis'] as const;
const others = ['sandbox', 'load'] as const;

type Measured = (typeof parts)[number] | (typeof others)[number];

/** The processes of a scenario by their ids. Not every process runs in every scenario. */
export type Pids = Partial<Record<Exclude<Measured, 'load'>, number>>;

/** Processor time for each message, in milliseconds. */
export type ProcessorTime = {
  what: string;
  ms: Partial<Record<Measured, number>>;
  /** The sum over the product's parts. */
  product: number;
};

/** The order of the table's columns. */
export const measured: readonly Measured[] = [...parts, ...others];

/**
 * Measures the total processor time of processes while messages are sent. The time of a process includes its children,
 * because PostgreSQL has one child per connection. `load` is this process, which generates the load.
 *
 * The operating system counts in hundredths of a second, so thousands of messages are needed. There is a result only on
 * Linux, because other systems do not report the time of children. Time that a process uses after `work` has ended is not
 * counted.
 */
export function createProcessorClock(pids: Pids) {
  const used: Partial<Record<Measured, number>> = {};
  let messages = 0;
  return {
    /** @param work sends messages, and returns how many were accepted */
    async measure<T extends { accepted: number }>(work: () => Promise<T>): Promise<T> {
      const before = readSeconds(pids);
      const result = await work();
      for (const [name, seconds] of Object.entries(readSeconds(pids))) {
        const key = name as Measured;
        used[key] = (used[key] ?? 0) + seconds - (before[key] ?? 0);
      }
      messages += result.accepted;
      return result;
    },
    result(what: string): ProcessorTime[] {
      // A run that uses servers which it did not start does not know their processes, so the product's total would be
      // too small.
      if (messages === 0 || !pids.PostgreSQL || !pids.Redis) return [];
      const ms = Object.fromEntries(
        Object.entries(used).map(([name, seconds]) => [name, (seconds * 1_000) / messages]),
      ) as ProcessorTime['ms'];
      return [{ what, ms, product: parts.reduce((sum, part) => sum + (ms[part] ?? 0), 0) }];
    },
  };
}

function readSeconds(pids: Pids): Partial<Record<Measured, number>> {
  if (process.platform !== 'linux') return {};
  const all = readProcesses();
  const { user, system } = process.cpuUsage();
  const seconds: Partial<Record<Measured, number>> = { load: (user + system) / 1e6 };
  for (const [name, pid] of Object.entries(pids)) {
    seconds[name as Measured] = [...all.values()]
      .filter((one) => isWithin(one.pid, pid, all))
      .reduce((sum, { own, ended }) => sum + own + ended, 0);
  }
  return seconds;
}

/** The processor time of a process itself, and of its children that have ended, in seconds. */
type Process = { pid: number; parent: number; own: number; ended: number };

/** proc(5): times are in clock ticks, of which Linux reports 100 a second on every machine. */
const ticksPerSecond = 100;

function readProcesses(): Map<number, Process> {
  const all = new Map<number, Process>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readStat(entry);
    if (!stat) continue;
    // The name in parentheses may contain spaces; the state, field 3, follows it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [
      1, 11, 12, 13, 14,
    ].map((i) => fields[i]);
    all.set(Number(entry), {
      pid: Number(entry),
      parent,
      own: (user + system) / ticksPerSecond,
      ended: (endedUser + endedSystem) / ticksPerSecond,
    });
  }
  return all;
}

/** @returns null if the process has ended in the meantime */
function readStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

function isWithin(pid: number, ancestor: number, all: Map<number, Process>): boolean {
  for (let at: number | undefined = pid; at; at = all.get(at)?.parent) {
    if (at === ancestor) return true;
  }
  return false;
}
