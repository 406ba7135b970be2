import { invariant } from '#domain/shared/errors.browser.ts';
import { ImportFileError, type ImportOptions } from './contract.browser.ts';
import { type FileContent, readFile } from './read-file.ts';

/** The messages that the program sends: rows in batches, then the rest of the content; or an error. */
export type ProgramMessage =
  | { kind: 'rows'; rows: FileContent['rows'] }
  | { kind: 'entries'; entries: FileContent['entries'] }
  | { kind: 'end'; content: Omit<FileContent, 'rows' | 'entries'> }
  | { kind: 'refused'; message: string };

export type ProgramInput = { bytes: Uint8Array; options: ImportOptions };

/** Rows per message: few enough that the worker unpacks a message within a few milliseconds. */
const rowsPerMessage = 500;

// This is the program that `readFileApart` starts. It receives one file as a message, reads it and exits.
invariant(process.send, 'this program is started by a worker');

const send = (message: ProgramMessage) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

// If the worker has exited, no process waits for the result.
process.once('disconnect', () => process.exit());
process.once('message', ({ bytes, options }: ProgramInput) => {
  void read({ bytes, options }).then(() => process.disconnect());
});

async function read({ bytes, options }: ProgramInput): Promise<void> {
  try {
    const { rows, entries, ...content } = await readFile(bytes, options);
    for (let from = 0; from < rows.length; from += rowsPerMessage) {
      await send({ kind: 'rows', rows: rows.slice(from, from + rowsPerMessage) });
    }
    for (let from = 0; from < entries.length; from += rowsPerMessage) {
      await send({ kind: 'entries', entries: entries.slice(from, from + rowsPerMessage) });
    }
    await send({ kind: 'end', content });
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    await send({ kind: 'refused', message: error.message });
  }
}
