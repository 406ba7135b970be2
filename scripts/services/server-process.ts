import { type Child, startChild } from './child.ts';

type Server = Omit<Parameters<typeof startChild>[0], 'onLine'> & {
  /** What it is called in an error. */
  name: string;
  /** Matches the line by which it says that it takes connections. */
  ready: RegExp;
  /** Receives what it writes, line by line. */
  onLine?: (line: string) => void;
};

/**
 * Starts a server and waits until it says that it is ready.
 *
 * @throws Error with its last words if it ends before that
 */
export async function startServer({ name, ready, onLine, ...command }: Server): Promise<Child> {
  const lastWords: string[] = [];
  let sayReady: (() => void) | undefined;
  const isReady = new Promise<void>((resolve) => {
    sayReady = resolve;
  });
  const child = await startChild({
    ...command,
    onLine(line) {
      onLine?.(line);
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      if (ready.test(line)) sayReady?.();
    },
  });
  // The last words tell more than an exit code, to whoever asks why it ended.
  const ended = child.ended.then(({ ok, how }) => ({ ok, how: [how, ...lastWords].join('\n') }));
  const early = await Promise.race([isReady, ended]);
  if (early) throw new Error(`${name} did not start: ${early.how}`);
  return { ...child, ended };
}
