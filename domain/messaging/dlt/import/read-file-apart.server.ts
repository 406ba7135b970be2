import { Worker } from 'node:worker_threads';
import type { FileContent } from './read-file.server.ts';
import type { ThreadInput, ThreadMessage } from './read-file-thread.server.ts';
import { ImportFileError } from './sheet.ts';

/** A usual file of 10,000 rows takes a second or two. */
const usualTimeoutMs = 20_000;

/** In MiB, of the thread's heap. A usual file of 10,000 rows takes 60. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Where sources run, in development and tests, a thread does not inherit what compiles them. */
const fromSource = `
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import(${JSON.stringify(new URL('./read-file-thread.server.ts', import.meta.url))});
  })`;

const isSource = import.meta.url.endsWith('.ts');

function startThread(input: ThreadInput): Worker {
  const options = { workerData: input, resourceLimits, env: {} };
  if (isSource) return new Worker(fromSource, { ...options, eval: true });
  // Bundled beside the program.
  return new Worker(new URL('./read-file-thread.js', import.meta.url), options);
}

/**
 * Reads a file in a thread of its own, with limits of time and memory: the file comes from a user, and while it is
 * parsed nothing can interrupt it. The thread gets no settings.
 *
 * @throws ImportFileError if it cannot be read, or not within the limits
 */
export function readFileApart(
  input: ThreadInput,
  timeoutMs = usualTimeoutMs,
): Promise<FileContent> {
  return new Promise((resolve, reject) => {
    const rows: FileContent['rows'] = [];
    const entries: FileContent['entries'] = [];
    const thread = startThread(input);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void thread.terminate();
    };
    const refuse = (message: string) => end(() => reject(new ImportFileError(message)));
    const timer = setTimeout(
      () => refuse('The file takes too long to read. Split it into several.'),
      timeoutMs,
    );
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'rows') rows.push(...message.rows);
      else if (message.kind === 'entries') entries.push(...message.entries);
      else if (message.kind === 'refused') refuse(message.message);
      else end(() => resolve({ ...message.content, rows, entries }));
    });
    thread.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        refuse('The file takes too much memory to read. Split it into several.');
      } else end(() => reject(error));
    });
    thread.on('exit', () => end(() => reject(new Error('the thread that read a file has ended'))));
  });
}
