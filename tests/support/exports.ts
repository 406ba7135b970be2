import { expect } from 'vitest';
import { fromBuffer } from 'yauzl';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { openArchive } from '#domain/messaging/account-data/export/read-archive.ts';
import { runExport } from '#domain/messaging/account-data/export/run-export.ts';
import { startExport } from '#domain/messaging/account-data/export/stored-exports.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';

/** A user who has just signed in. */
export const recent = (userId: string): SignedInUser => ({
  userId,
  sessionId: 'ses_0',
  authenticatedAt: new Date(),
  factors: [],
});

/** A user as a viewer of the texts in a downloaded file. */
export const viewerOf = (userId: string): Viewer => ({
  ...{ userId, id: 'ses_0', way: 'file', device: null, clientAddress: '203.0.113.9' },
});

/** Runs all batches of an export, as a worker does. */
export async function finishExport(id: string): Promise<void> {
  while (await runExport(id));
}

/** Reads the files of an archive, by name. */
export async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  );
  for await (const [name, text] of entriesOf(zip)) files.set(name, text);
  return files;
}

async function* entriesOf(zip: import('yauzl').ZipFile): AsyncGenerator<[string, string]> {
  for (;;) {
    const entry = await new Promise<import('yauzl').Entry | null>((resolve, reject) => {
      zip.once('entry', resolve).once('end', () => resolve(null));
      zip.once('error', reject);
      zip.readEntry();
    });
    if (!entry) return;
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    yield [entry.fileName, Buffer.concat(chunks).toString()];
  }
}

/** The files of a finished export, by name. */
export async function download(userId: string, id: string): Promise<Map<string, string>> {
  const { chunks, size } = await openArchive(recent(userId), viewerOf(userId), id);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = Buffer.concat(parts);
  expect(bytes.length).toBe(size);
  return unzip(bytes);
}

/**
 * Creates an export.
 *
 * @returns its files, by name
 */
export async function exportOf(userId: string): Promise<Map<string, string>> {
  const id = await startExport(recent(userId));
  await finishExport(id);
  return download(userId, id);
}

/** The rows of a table in an export; null if the export has no such table. */
export const jsonOf = (files: Map<string, string>, name: string) =>
  JSON.parse(files.get(`json/${name}.json`) ?? 'null');
