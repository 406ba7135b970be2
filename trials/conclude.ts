import { colorize, printLine } from '#scripts/stack/terminal.ts';

/** Prints the problems of a trial, or that there are none. @returns the exit code */
export function conclude(problems: string[], otherwise: string): number {
  for (const problem of new Set(problems)) printLine(`\n  ${colorize('red', '✗')} ${problem}`);
  if (problems.length > 0) return 1;
  printLine(`\n  ${colorize('green', '✓')} ${otherwise}\n`);
  return 0;
}
