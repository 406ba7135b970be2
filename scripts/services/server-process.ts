import { type Child, startChild } from './child.ts';

type Server = Omit<Parameters<typeof startChild>[0], 'onLine'> & {
  /** Its name in an error. */
  name: string;
  /** Matches the line of its output that shows it accepts connections. */
  ready: RegExp;
  /** Receives its output, line by line. */
  onLine?: (line: string) => void;
};

/**
 * Starts a server and waits until it is ready.
 *
 * @throws Error with its last output if it ends before that
 */
export async function startServer({ name, ready, onLine, ...command }: Server): Promise<Child> {
  const lastWords: string[] = [];
  let resolveReady: (() => void) | undefined;
  const isReady = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  const child = await startChild({
    ...command,
    onLine(line) {
      onLine?.(line);
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      if (ready.test(line)) resolveReady?.();
    },
  });
  // The last output explains more than an exit code.
  const ended = child.ended.then(({ ok, how }) => ({ ok, how: [how, ...lastWords].join('\n') }));
  const early = await Promise.race([isReady, ended]);
  if (early) throw new Error(`${name} did not start: ${early.how}`);
  return { ...child, ended };
}
