import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { logger } from '#platform/logger.ts';
import { ImportFileError } from './contract.browser.ts';
import type { FileContent } from './read-file.ts';
import type { ProgramInput, ProgramMessage } from './read-file-program.ts';

/** A usual file of 10,000 rows takes a second or two, and 60 MiB of heap. */
const usualLimits = { timeoutMs: 20_000, heapMiB: 256 };

const isSource = import.meta.url.endsWith('.ts');

function startProgram(heapMiB: number): ChildProcess {
  const name = isSource ? './read-file-program.ts' : './read-file-program.js';
  // Where sources run, in development and tests, a program needs what compiles them. Elsewhere it is bundled beside this one.
  const compiler = isSource
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];
  return fork(fileURLToPath(new URL(name, import.meta.url)), {
    execArgv: [`--max-old-space-size=${heapMiB}`, '--max-semi-space-size=16', ...compiler],
    // No settings, so no secrets.
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** As much of what a program wrote before it crashed as a log line should have. */
const maxLogged = 2_000;

const tooLarge =
  'The file takes too much memory to read. Split it into several, or save it as CSV.';
const crashed =
  'The file could not be read: the program that reads it has ended. Open it in a spreadsheet program, and save it as CSV.';

/** Sent to a program with the worker that started it; another worker reads the file. */
const stopSignals: ReadonlySet<string | null> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Of V8 when the heap is full, and of a kernel that ends the largest process. */
const memorySignals: ReadonlySet<string | null> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGKILL',
]);

/**
 * Reads a file in a process of its own, with limits of time and memory: the file comes from a user, and while it is
 * parsed nothing can interrupt it. The worst file ends that process alone. It gets no settings.
 *
 * @throws ImportFileError if it cannot be read, or not within the limits
 */
export function readFileApart(
  input: ProgramInput,
  limits: Partial<typeof usualLimits> = {},
): Promise<FileContent> {
  const { timeoutMs, heapMiB } = { ...usualLimits, ...limits };
  return new Promise((resolve, reject) => {
    const rows: FileContent['rows'] = [];
    const entries: FileContent['entries'] = [];
    const program = startProgram(heapMiB);
    let written = '';
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      program.removeAllListeners('exit');
      program.kill('SIGKILL');
    };
    const refuse = (message: string) => end(() => reject(new ImportFileError(message)));
    const timer = setTimeout(
      () => refuse('The file takes too long to read. Split it into several.'),
      timeoutMs,
    );
    program.stderr?.setEncoding('utf8').on('data', (more: string) => {
      written = (written + more).slice(-maxLogged);
    });
    program.on('message', (message: ProgramMessage) => {
      if (message.kind === 'rows') rows.push(...message.rows);
      else if (message.kind === 'entries') entries.push(...message.entries);
      else if (message.kind === 'refused') refuse(message.message);
      else end(() => resolve({ ...message.content, rows, entries }));
    });
    // It could not be started, or the file not be sent to it; then its exit says why.
    program.on('error', (error) => {
      if (program.pid === undefined) end(() => reject(error));
    });
    program.on('exit', (code, signal) => {
      if (stopSignals.has(signal)) {
        end(() => reject(new Error(`the program that read a file was ended by ${signal}`)));
        return;
      }
      const isMemory =
        memorySignals.has(signal) || code === 134 || /heap out of memory/i.test(written);
      logger.error({ code, signal, written }, 'a file has ended the program that read it');
      refuse(isMemory ? tooLarge : crashed);
    });
    program.send(input);
  });
}
