import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '#domain/shared/errors.ts';
import type { ImportOptions } from './contract.ts';
import { type FileContent, readFile } from './read-file.server.ts';
import { ImportFileError } from './sheet.ts';

/** What the thread sends: rows in pieces, then the rest or why there is none. */
export type ThreadMessage =
  | { kind: 'rows'; rows: FileContent['rows'] }
  | { kind: 'entries'; entries: FileContent['entries'] }
  | { kind: 'end'; content: Omit<FileContent, 'rows' | 'entries'> }
  | { kind: 'refused'; message: string };

export type ThreadInput = { bytes: Uint8Array; options: ImportOptions };

/** Rows that are sent at once: what a receiver unpacks within a few milliseconds. */
const rowsPerMessage = 500;

// The thread of `readFileApart`: reads one file and ends.
invariant(parentPort, 'this file is run as a thread');
const port = parentPort;
const send = (message: ThreadMessage) => port.postMessage(message);
const { bytes, options } = workerData as ThreadInput;
try {
  const { rows, entries, ...content } = await readFile(bytes, options);
  for (let from = 0; from < rows.length; from += rowsPerMessage) {
    send({ kind: 'rows', rows: rows.slice(from, from + rowsPerMessage) });
  }
  for (let from = 0; from < entries.length; from += rowsPerMessage) {
    send({ kind: 'entries', entries: entries.slice(from, from + rowsPerMessage) });
  }
  send({ kind: 'end', content });
} catch (error) {
  if (!(error instanceof ImportFileError)) throw error;
  send({ kind: 'refused', message: error.message });
}
