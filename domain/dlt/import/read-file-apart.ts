import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { logger } from '#platform/logger.ts';
import { ImportFileError } from './contract.browser.ts';
import type { FileContent } from './read-file.ts';
import type { ProgramInput, ProgramMessage } from './read-file-program.ts';

/** The default limits. A typical file of 10,000 rows takes one or two seconds and 60 MiB of heap. */
const usualLimits = { timeoutMs: 20_000, heapMiB: 256 };

const isSource = import.meta.url.endsWith('.ts');

function startProgram(heapMiB: number): ChildProcess {
  const name = isSource ? './read-file-program.ts' : './read-file-program.js';
  // In development and tests the program is a TypeScript file and needs the loader of tsx. In production it is bundled
  // beside this file.
  const compiler = isSource
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];
  return fork(fileURLToPath(new URL(name, import.meta.url)), {
    execArgv: [`--max-old-space-size=${heapMiB}`, '--max-semi-space-size=16', ...compiler],
    // The program gets no other environment variables, so it has no secrets.
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** How many characters of a crashed program's output are logged. */
const maxLogged = 2_000;

const tooLarge =
  'The file takes too much memory to read. Split it into several, or save it as CSV.';
const crashed =
  'We could not read this file. Open it in a spreadsheet program, and save it as CSV.';

/** Signals that the program receives when its worker is stopped. Another worker reads the file then. */
const stopSignals: ReadonlySet<string | null> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Signals that end the program when it uses too much memory: V8 aborts when the heap is full, and the kernel kills a
 * process when the machine runs out of memory.
 */
const memorySignals: ReadonlySet<string | null> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGKILL',
]);

/**
 * Reads a file in a separate process with limits of time and memory, because the file comes from a user and parsing cannot
 * be interrupted. A hostile file can crash only that process. The process gets no settings.
 *
 * @throws ImportFileError if the file cannot be read, or not within the limits
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
      program.removeAllListeners('close').removeAllListeners('disconnect');
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
    // This event means that the program could not be started, or that the file could not be sent to it. If the file could
    // not be sent, the program has exited, and the event `close` gives the reason.
    program.on('error', (error) => {
      if (program.pid === undefined) end(() => reject(error));
    });
    const endedEarly = (code: number | null, signal: string | null) => {
      if (stopSignals.has(signal)) {
        end(() => reject(new Error(`the program that read a file was ended by ${signal}`)));
        return;
      }
      const isMemory =
        memorySignals.has(signal) || code === 134 || /heap out of memory/i.test(written);
      logger.error({ code, signal, written }, 'the program that read an import file has crashed');
      refuse(isMemory ? tooLarge : crashed);
    };
    // The program may have ended before its last messages are read. They are all read at the event `disconnect`.
    program.on('close', (code, signal) => {
      if (!program.connected) endedEarly(code, signal);
      else program.once('disconnect', () => endedEarly(code, signal));
    });
    program.send(input);
  });
}
