import { invariant } from '#domain/shared/errors.browser.ts';
import { ImportFileError, type ImportOptions } from './contract.browser.ts';
import { type FileContent, readFile } from './read-file.ts';

/** The messages of the program: rows in batches, then the rest of the content, or the error. */
export type ProgramMessage =
  | { kind: 'rows'; rows: FileContent['rows'] }
  | { kind: 'entries'; entries: FileContent['entries'] }
  | { kind: 'end'; content: Omit<FileContent, 'rows' | 'entries'> }
  | { kind: 'refused'; message: string };

export type ProgramInput = { bytes: Uint8Array; options: ImportOptions };

/** Rows per message: so many that a receiver unpacks them within a few milliseconds. */
const rowsPerMessage = 500;

// The program of `readFileApart`: reads one file, which it gets as a message, and exits.
invariant(process.send, 'this program is started by a worker');

const send = (message: ProgramMessage) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

// The worker has exited: no process waits for the result.
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
