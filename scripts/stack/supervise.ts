import { setTimeout as pause } from 'node:timers/promises';
import { stopChildren } from '../services/child.ts';
import { printLine } from './terminal.ts';

/** A running part of a script, which must end before the script ends. */
export type Part = {
  name: string;
  pid: number;
  ended: Promise<{ how: string }>;
  stop(): Promise<unknown>;
};

/**
 * Registers running parts. The parts of one call are stopped together. The parts of the latest call are stopped first.
 */
export type RegisterPart = (...parts: Part[]) => void;

type Course = {
  /** Called when all parts have ended. */
  afterwards?: () => void;
  /** The exit code after an interruption. Use 0 for scripts that are meant to run until an interruption. */
  interrupted?: number;
};

/**
 * Runs a script's work, and then ends every process that the script has started, and this process. This happens after
 * success and failure, when a part ends, on Ctrl-C, and when the terminal or parent process disappears.
 *
 * @param work returns an exit code when it is done, or undefined to keep the parts running
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
    // Unfinished steps stop first, because they use the parts.
    await stopChildren(groups.flat().map((part) => part.pid));
    for (const group of groups.toReversed()) await Promise.all(group.map((part) => part.stop()));
    // An interrupted step gets two seconds to clean up. Its failure is not reported.
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
