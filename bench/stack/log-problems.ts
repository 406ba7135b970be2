import { formatLogLine } from '#scripts/stack/log-line.ts';

/** Log lines of the programs above the level `info`. */
export type LogProblems = {
  /** Adds a line of a program's output. */
  addLine(program: string, line: string): void;
  /** Errors, and lines that are not JSON, such as a stack trace. */
  readonly errors: string[];
  readonly warnings: string[];
};

/** The beginning of Pino's lines up to `info`. */
const harmless = /^\{"level":[123]0,/;
const warning = /^\{"level":40,/;

/** Collects errors and warnings from the programs' logs. */
export function collectLogProblems(): LogProblems {
  const errors: string[] = [];
  const warnings: string[] = [];
  return {
    errors,
    warnings,
    addLine(program, line) {
      if (line === '' || harmless.test(line)) return;
      (warning.test(line) ? warnings : errors).push(`${program}: ${formatLogLine(line)}`);
    },
  };
}
