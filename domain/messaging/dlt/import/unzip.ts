import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ImportFileError } from './sheet.ts';

/** Far more than a spreadsheet has. */
const maxEntries = 1_000;

/** In bytes, of all entries that are read. 10,000 templates have less than 20 MiB of XML. */
const maxInflatedBytes = 40 * 1024 * 1024;

/** Deflate reaches 1,032; XML of spreadsheets some tens. Small entries may be anything. */
const maxRatio = 200;
const smallEntryBytes = 1024 * 1024;

/** The entries of a zip file by name. `read` gives the bytes of one, in pieces. */
export type Archive = {
  has: (name: string) => boolean;
  read: (name: string) => AsyncGenerator<Uint8Array>;
};

/**
 * Opens a zip file that a user has uploaded. Only the files that are read are inflated, and no more than the limits above: sizes are
 * compared with what the file declares before, and with what comes out.
 *
 * @throws ImportFileError if it is no zip file, or too large; so does `read`
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await orDamaged(() => fromBufferPromise(buffer, { lazyEntries: true }));
  if (zip.entryCount > maxEntries) throw new ImportFileError('The file has too many parts.');
  const entries = await orDamaged(() => listEntries(zip));
  let left = maxInflatedBytes;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) return;
      const { uncompressedSize: size, compressedSize } = entry;
      if (entry.isEncrypted()) {
        throw new ImportFileError('The file is protected by a password. Save it without one.');
      }
      if (size > left || (size > smallEntryBytes && size > compressedSize * maxRatio)) {
        throw new ImportFileError('The file is too large once it is unpacked.');
      }
      left -= size;
      // The library ends a stream that has more bytes than the entry declares.
      const stream = await orDamaged(() => zip.openReadStreamPromise(entry));
      try {
        for await (const chunk of stream) yield chunk as Uint8Array;
      } catch (error) {
        throw toDamaged(error);
      } finally {
        stream.destroy();
      }
    },
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // Two of one name would be two files, by who reads them.
    if (entries.has(entry.fileName)) throw new Error('two entries of one name');
    entries.set(entry.fileName, entry);
  }
  return entries;
}

/** An error of the library means that the file is damaged. */
async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDamaged(error);
  }
}

const toDamaged = (cause: unknown): ImportFileError =>
  cause instanceof ImportFileError
    ? cause
    : new ImportFileError('The file is no XLSX file, or is damaged.', { cause });
