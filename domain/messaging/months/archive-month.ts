import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { copyToFile, syncFolder } from '#platform/copy-files.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { prismaTransaction, query, type SqlClient, transaction } from '#platform/db.ts';
import { liveDays } from './live-ids.ts';
import { listPartitions, type Partition, partitioned, suffixIn } from './partitions.ts';

/** Thrown if a month cannot be archived. The message says why, for the operator. */
export class ArchiveError extends Error {}

/** One table of a month, written as a compressed CSV file with a header line. */
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
 * Writes a month's messages, parts and events to files, in one snapshot, and records the archive. The files are written to
 * a temporary folder, which is renamed when it is complete. Only the owner can read the files, because they contain texts
 * and phone numbers.
 *
 * @param month `2026_04`, or `first`
 * @param into the folder in which a folder with the month's name is created
 * @throws ArchiveError if the month does not exist, its messages may still change, or the files cannot be written
 */
export async function archiveMonth(month: string, into: string): Promise<Manifest> {
  const partitions = await partitionsOf(month);
  const place = join(into, month);
  const isThere = `${place} exists already. Move it away to archive ${month} again.`;
  if (existsSync(place)) throw new ArchiveError(isThere);
  try {
    await mkdir(into, { recursive: true });
    // The temporary folder has a unique name, because another process may archive the same month at the same time.
    const unfinished = await mkdtemp(`${place}.unfinished-`);
    try {
      const manifest = await writeFiles(month, partitions, unfinished);
      await rename(unfinished, place);
      await syncFolder(into);
      await record(manifest, place);
      return manifest;
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    const isTaken = error.code === 'ENOTEMPTY' || error.code === 'EEXIST';
    throw new ArchiveError(isTaken ? isThere : `${month} cannot be written: ${error.message}`);
  }
}

/** Returns the tables of a month. @throws ArchiveError if its messages may still change */
async function partitionsOf(month: string): Promise<Partition[]> {
  const partitions = (await listPartitions()).filter((one) => suffixIn(one) === month);
  if (partitions.length === 0) throw new ArchiveError(`There are no messages of ${month}.`);
  if (partitions.length < partitioned.length || partitions.some((one) => one.isDetaching)) {
    throw new ArchiveError(`${month} is being deleted.`);
  }
  const end = Math.max(...partitions.map(({ to }) => to));
  if (end > databaseClock.now() - liveDays * 24 * 3_600_000) {
    throw new ArchiveError(
      `Messages of ${month} may still change until ${liveDays} days after its end.`,
    );
  }
  return partitions;
}

async function writeFiles(
  month: string,
  partitions: Partition[],
  folder: string,
): Promise<Manifest> {
  const files = await transaction(
    async (tx) => {
      // The transaction can be idle for a long time while a slow disk writes a file.
      await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const written: ArchivedFile[] = [];
      for (const one of partitions) written.push(await writeTable(one, folder, tx));
      return written;
    },
    { snapshot: true },
  );
  const from = Math.min(...partitions.map((one) => one.from));
  const to = Math.max(...partitions.map((one) => one.to));
  const manifest = {
    month,
    from: from > 0 ? new Date(from).toISOString() : null,
    to: new Date(to).toISOString(),
    files,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(folder, 'manifest.json'), text, { mode: 0o600, flush: true });
  await syncFolder(folder);
  return manifest;
}

/** Selects the columns to archive. Generated columns are excluded, because COPY cannot restore them. */
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
  const statement = `COPY (SELECT ${columns.join(', ')} FROM "${name}") TO STDOUT (FORMAT csv, HEADER)`;
  const { rows, sha256 } = await copyToFile(tx, statement, join(folder, file));
  return { table, file, rows, columns, sha256 };
}

async function record({ month, files }: Manifest, place: string): Promise<void> {
  const messages = files.find(({ table }) => table === 'messages')?.rows ?? 0;
  const values = { archivedAt: new Date(databaseClock.now()), messages, place };
  await prismaTransaction(async (client, tx) => {
    await client.archivedMonth.upsert({
      where: { month },
      create: { month, ...values },
      update: values,
    });
    await recordAudit(tx, { accountId: null, action: 'archive.create', after: { month } });
  });
}
