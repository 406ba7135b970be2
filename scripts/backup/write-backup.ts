import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyToFile, syncFolder } from '#platform/copy-files.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { encryptedColumns } from '../encrypted-columns.ts';
import {
  copyOutOf,
  copySettings,
  type FoundTable,
  listTables,
  readSequences,
} from './catalogue.ts';
import {
  BackupError,
  type BackupTable,
  type Manifest,
  prepareEncryption,
  writeManifest,
} from './manifest.ts';

export type BackupOptions = {
  /** The folder that the backup becomes. It must not exist. */
  to: string;
  /** The passphrase that encrypts the files; undefined if they are not encrypted. */
  passphrase: string | undefined;
  /** Called every few seconds with a line about the progress while a large table is copied. */
  log: (line: string) => void;
};

/** The result of a backup. `snapshotMs` is how long its snapshot held back vacuum. */
export type WrittenBackup = { manifest: Manifest; bytes: number; rows: number; snapshotMs: number };

/**
 * Writes all tables of the database to files, as one snapshot shows them. The folder gets its name only when it is complete.
 *
 * @throws BackupError if the folder exists, cannot be written, or if a table may not be read
 */
export async function writeBackup({ to, ...options }: BackupOptions): Promise<WrittenBackup> {
  const exists = `${to} exists already. Choose another folder.`;
  if (existsSync(to)) throw new BackupError(exists);
  try {
    await mkdir(dirname(to), { recursive: true });
    const unfinished = await mkdtemp(join(dirname(to), `${basename(to)}.unfinished-`));
    try {
      const written = await writeFiles(unfinished, options);
      await syncFolder(unfinished);
      await rename(unfinished, to);
      await syncFolder(dirname(to));
      return written;
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    const isTaken = error.code === 'ENOTEMPTY' || error.code === 'EEXIST';
    throw new BackupError(isTaken ? exists : `The backup cannot be written: ${error.message}`);
  }
}

type Snapshot = Omit<Manifest, 'format' | 'version' | 'id' | 'release' | 'encryption'>;

async function writeFiles(
  folder: string,
  { passphrase, log }: Omit<BackupOptions, 'to'>,
): Promise<WrittenBackup> {
  const { described, secret } = await prepareEncryption(passphrase);
  const began = performance.now();
  const snapshot = await transaction((tx) => copyAll(tx, folder, secret, log), { snapshot: true });
  const snapshotMs = performance.now() - began;
  const manifest: Manifest = {
    format: 'dakiya-backup',
    version: 1,
    id: randomBytes(8).toString('hex'),
    release: packageJson.version,
    encryption: described,
    ...snapshot,
  };
  await writeManifest(folder, manifest, secret);
  const sum = (of: (table: BackupTable) => number) =>
    manifest.tables.reduce((total, table) => total + of(table), 0);
  return { manifest, bytes: sum(({ bytes }) => bytes), rows: sum(({ rows }) => rows), snapshotMs };
}

const aboutSql = `
  SELECT now() AS "takenAt", current_setting('server_version') AS postgres, pg_backend_pid() AS pid`;

async function copyAll(
  tx: Transaction,
  folder: string,
  secret: Uint8Array | null,
  log: (line: string) => void,
): Promise<Snapshot> {
  await tx.query(copySettings);
  const { rows } = await tx.query<{ takenAt: Date; postgres: string; pid: number }>(aboutSql);
  const [{ takenAt, postgres, pid }] = rows as [(typeof rows)[0]];
  const migrations = await readMigrations(tx);
  const found = await listTables(tx);
  const unreadable = found.filter(({ isReadable }) => !isReadable);
  if (unreadable.length > 0) {
    const names = unreadable.map(({ schema, table }) => `${schema}.${table}`).join(', ');
    throw new BackupError(`The role of DATABASE_URL may not read ${names}: grant it SELECT.`);
  }
  const tables: BackupTable[] = [];
  for (const table of found) {
    const file = `${encodeURIComponent(`${table.schema}.${table.table}`)}.copy.gz`;
    const path = join(folder, file);
    const stop = watchCopy(pid, table, log);
    const options = { secret, level: 1 };
    const copied = await copyToFile(tx, copyOutOf(table), path, options).finally(stop);
    const { isReadable: _, rows: _estimate, ...described } = table;
    tables.push({ ...described, file, ...copied });
  }
  return {
    takenAt: takenAt.toISOString(),
    postgres,
    migrations,
    encryptionKeyIds: await readKeyIds(tx),
    tables,
    sequences: await readSequences(tx),
  };
}

async function readMigrations(tx: Transaction): Promise<Manifest['migrations']> {
  const { rows } = await tx.query<{ name: string; checksum: string; isDone: boolean }>(`
    SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isDone" FROM _prisma_migrations
    WHERE rolled_back_at IS NULL ORDER BY migration_name`);
  const unfinished = rows.find(({ isDone }) => !isDone);
  if (unfinished) {
    throw new BackupError(`The migration ${unfinished.name} has not ended: run npm run migrate.`);
  }
  return rows.map(({ name, checksum }) => ({ name, checksum }));
}

/** Finds the ids of the keys that values are encrypted with. A value begins with a version, the id, and a colon. */
async function readKeyIds(tx: Transaction): Promise<string[]> {
  const ids = new Set<string>();
  for (const { table, column } of Object.values(encryptedColumns)) {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT DISTINCT split_part(encode(substring(${column} FROM 2 FOR 17), 'escape'), ':', 1) AS id
       FROM ${table} WHERE substring(${column} FROM 1 FOR 1) = '\\x01'`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids].sort();
}

const everyMs = 3_000;

const progressSql = 'SELECT tuples_processed AS rows FROM pg_stat_progress_copy WHERE pid = $1';

/** Reports how far a copy is, if it takes longer than some seconds. @returns a function that ends the reports */
function watchCopy(pid: number, table: FoundTable, log: (line: string) => void): () => void {
  const report = async () => {
    const [progress] = await query<{ rows: number }>('progress-of-copy', progressSql, [pid]);
    const estimate = Math.max(table.rows, progress?.rows ?? 0);
    if (progress) {
      log(`${table.schema}.${table.table}: ${progress.rows} of about ${estimate} rows`);
    }
  };
  // Without the second connection, the copy continues without reports.
  const timer = setInterval(() => void report().catch(() => undefined), everyMs);
  return () => clearInterval(timer);
}
