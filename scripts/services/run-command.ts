import { startChild } from './child.ts';

type Command = Omit<Parameters<typeof startChild>[0], 'onLine'> & {
  /** Its name in an error. */
  name: string;
  /** Receives its output line by line, if it is to be printed. */
  onLine?: (line: string) => void;
};

/**
 * Runs a program to its end.
 *
 * @returns the lines of its output
 * @throws Error with its output if it fails
 */
export async function runCommand({ name, onLine, ...command }: Command): Promise<string[]> {
  const lines: string[] = [];
  const child = await startChild({
    ...command,
    onLine(line) {
      lines.push(line);
      onLine?.(line);
    },
  });
  const { ok, how } = await child.ended;
  if (!ok) throw new Error(`${name} failed with ${how}:\n${lines.join('\n')}`);
  return lines;
}
