import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { SqlClient } from './db.ts';
import { openStream, sealStream } from './sealed-stream.ts';

/** What `copyToFile` wrote. Hashes are SHA-256 in hexadecimal. */
export type CopiedFile = {
  rows: number;
  bytes: number;
  /** The hash of the file. */
  sha256: string;
  /** The hash of PostgreSQL's output, before it was compressed. */
  contentSha256: string;
};

type CopyOptions = {
  /** The secret of 32 bytes with which the file is encrypted; null or undefined if it is not encrypted. */
  secret?: Uint8Array | null;
  /** The level of gzip, from 1 (fast) to 9. */
  level?: number;
};

/**
 * Writes the output of a `COPY … TO STDOUT` to a new file, compressed. Only the owner can read the file.
 *
 * @throws Error if the file exists
 */
export async function copyToFile(
  tx: SqlClient,
  statement: string,
  path: string,
  { secret, level = 6 }: CopyOptions = {},
): Promise<CopiedFile> {
  const rows = tx.query(copyTo(statement));
  const [content, file] = [createHash('sha256'), createHash('sha256')];
  let bytes = 0;
  const count = hashing(file, (chunk) => {
    bytes += chunk.length;
  });
  const target = await open(path, 'wx', 0o600);
  const sealing = secret ? [sealStream(secret)] : [];
  await pipeline([
    rows,
    hashing(content),
    createGzip({ level }),
    ...sealing,
    count,
    target.createWriteStream({ flush: true }),
  ]);
  const [sha256, contentSha256] = [file.digest('hex'), content.digest('hex')];
  return { rows: rows.rowCount, bytes, sha256, contentSha256 };
}

/**
 * Sends a file that `copyToFile` wrote to a `COPY … FROM STDIN`.
 *
 * @returns how many rows PostgreSQL stored
 */
export async function copyFromFile(
  tx: SqlClient,
  statement: string,
  path: string,
  secret: Uint8Array | null,
): Promise<number> {
  const rows = tx.query(copyFrom(statement));
  const opening = secret ? [openStream(secret)] : [];
  await pipeline([createReadStream(path), ...opening, createGunzip(), rows]);
  return rows.rowCount;
}

/** Returns the hash of the output of a `COPY … TO STDOUT`, to compare it with `contentSha256`. */
export async function hashOfCopy(tx: SqlClient, statement: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(tx.query(copyTo(statement)), hashing(hash), nowhere());
  return hash.digest('hex');
}

/** Returns the size and the hash of a file. */
export async function measureFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    createReadStream(path),
    hashing(hash, (chunk) => {
      bytes += chunk.length;
    }),
    nowhere(),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes a folder's entries to disk, so that its files survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const hashing = (hash: Hash, onChunk?: (chunk: Buffer) => void) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      onChunk?.(chunk);
      done(null, chunk);
    },
  });

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
