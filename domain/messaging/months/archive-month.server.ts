import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { databaseClock } from '#platform/database-clock.ts';
import { prisma, query, type SqlClient, transaction } from '#platform/db.server.ts';
import { liveDays } from './live-ids.server.ts';
import { suffixIn } from './month.ts';
import { listPartitions, type Partition } from './partitions.server.ts';

/** Why a month cannot be archived, for the operator. */
export class ArchiveError extends Error {}

/** One table of a month: CSV with a header, compressed. */
type ArchivedFile = {
  table: string;
  file: string;
  rows: number;
  columns: string[];
  sha256: string;
};

/** `manifest.json`. Times are ISO 8601. */
export type Manifest = { month: string; from: string | null; to: string; files: ArchivedFile[] };

/**
 * Writes a month's messages, parts and events to files, as they are at one moment, and records that it was done. The
 * folder appears when it is complete. Only its owner may read the files: they hold texts and numbers.
 *
 * @param month `2026_04`, or `first`
 * @param into the folder in which one of the month's name is made
 * @throws ArchiveError if there is no such month, its messages may still change, or it is there already
 */
export async function archiveMonth(month: string, into: string): Promise<Manifest> {
  const partitions = (await listPartitions()).filter((one) => suffixIn(one) === month);
  const [some] = partitions;
  if (!some) throw new ArchiveError(`There are no messages of ${month}.`);
  if (some.to > databaseClock.now() - liveDays * 24 * 3_600_000) {
    throw new ArchiveError(
      `Messages of ${month} may still change until ${liveDays} days after its end.`,
    );
  }
  const place = join(into, month);
  const unfinished = `${place}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const files = await transaction(
      async (tx) => {
        const written: ArchivedFile[] = [];
        for (const one of partitions) written.push(await writeTable(one, unfinished, tx));
        return written;
      },
      { snapshot: true },
    );
    const iso = (at: number) => new Date(at).toISOString();
    const manifest = { month, from: some.from ? iso(some.from) : null, to: iso(some.to), files };
    await writeFile(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, place);
    await record(manifest, place);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    throw new ArchiveError(`${place} is there already. Move it away to archive ${month} again.`);
  }
}

/** Without those that PostgreSQL computes, which it accepts from nobody. */
const columnsSql = `
  SELECT attname AS name FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ORDER BY attnum`;

async function writeTable(
  { table, name }: Partition,
  folder: string,
  tx: SqlClient,
): Promise<ArchivedFile> {
  const found = await query<{ name: string }>('columns-of-month', columnsSql, [name], tx);
  const columns = found.map((column) => column.name);
  const file = `${table}.csv.gz`;
  const rows = tx.query(
    copyTo(`COPY (SELECT ${columns.join(', ')} FROM "${name}") TO STDOUT (FORMAT csv, HEADER)`),
  );
  const hash = createHash('sha256');
  const target = await open(join(folder, file), 'wx', 0o600);
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(rows, createGzip(), hashed, target.createWriteStream({ flush: true }));
  return { table, file, rows: rows.rowCount, columns, sha256: hash.digest('hex') };
}

async function record({ month, files }: Manifest, place: string): Promise<void> {
  const messages = files.find(({ table }) => table === 'messages')?.rows ?? 0;
  const values = { archivedAt: new Date(databaseClock.now()), messages, place };
  await prisma.archivedMonth.upsert({
    where: { month },
    create: { month, ...values },
    update: values,
  });
}
