import { setTimeout as pause } from 'node:timers/promises';
import { stopChildren } from '../services/child.ts';
import { printLine } from './terminal.ts';

/** A running part of a script, which must be ended before the script. */
export type Part = {
  name: string;
  pid: number;
  ended: Promise<{ how: string }>;
  stop(): Promise<unknown>;
};

/** Adds running parts; those of one call are stopped together, the latest call first. */
export type RegisterPart = (...parts: Part[]) => void;

type Course = {
  /** Called when all parts have ended. */
  afterwards?: () => void;
  /** The exit code after an interruption; 0 for scripts that run until then. */
  interrupted?: number;
};

/**
 * Runs a script's work, and then ends every process that it started: after success or failure, when a part ends, on Ctrl-C,
 * and when the terminal or the parent process is gone. Then this process ends too.
 *
 * @param work returns an exit code when it is done, or nothing if the parts are to keep running
 */
export function supervise(
  work: (enter: RegisterPart) => Promise<number | undefined>,
  course: Course = {},
) {
  const groups: Part[][] = [];
  let ending = false;

  const end = async (code: number, reason?: string) => {
    if (ending) return;
    ending = true;
    if (reason) printLine(`\n${reason}`);
    // Stop unfinished steps first, because they use the parts.
    await stopChildren(groups.flat().map((part) => part.pid));
    for (const group of groups.toReversed()) await Promise.all(group.map((part) => part.stop()));
    // Give an interrupted step time to clean up. Its failure needs no report.
    await Promise.race([Promise.allSettled([working]), pause(2000)]);
    course.afterwards?.();
    process.exit(code);
  };
  const fail = (error: unknown) => end(1, error instanceof Error ? error.message : String(error));
  const interrupt = () => end(course.interrupted ?? 130, 'Stopping …');

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, interrupt);
  process.stdout.on('error', interrupt);
  process.on('uncaughtException', fail);

  const working = work((...parts) => {
    groups.push(parts);
    for (const { name, ended } of parts) {
      void ended.then(({ how }) => end(1, `${name} ended by itself: ${how}`));
    }
  });
  working.then((code) => (code === undefined ? undefined : end(code)), fail);
}
