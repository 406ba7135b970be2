import { formatLogLine } from '#scripts/stack/log-line.ts';

/** What the programs logged beyond information. */
export type LogProblems = {
  /** Takes a line of a program's output. */
  hear(program: string, line: string): void;
  /** Errors, and lines that are no log lines: such as a stack trace. */
  readonly errors: string[];
  readonly warnings: string[];
};

/** Pino's levels up to information, as its lines begin. */
const harmless = /^\{"level":[123]0,/;
const warning = /^\{"level":40,/;

/** Listens to the logs, so that what goes wrong under load is not overlooked. */
export function collectLogProblems(): LogProblems {
  const errors: string[] = [];
  const warnings: string[] = [];
  return {
    errors,
    warnings,
    hear(program, line) {
      if (line === '' || harmless.test(line)) return;
      (warning.test(line) ? warnings : errors).push(`${program}: ${formatLogLine(line)}`);
    },
  };
}
