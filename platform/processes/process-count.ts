import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** The maximum number of processes of a program, which guards against typing errors. */
const maxProcesses = 128;

/** Parses the number of processes of a program. @returns null if the text is not usable */
export function toProcessCount(text: string): number | null {
  if (text === 'auto') return Math.max(1, availableParallelism() - 1);
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= maxProcesses ? count : null;
}

/** The schema of a setting: a number of processes, or `auto` for one less than the machine has cores. */
export const processCount = z
  .string()
  .default('1')
  .transform((text, context) => {
    const count = toProcessCount(text);
    if (count !== null) return count;
    context.addIssue(`must be "auto" or a whole number from 1 to ${maxProcesses}`);
    return z.NEVER;
  });
