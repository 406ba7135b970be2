import { join } from 'node:path';
import pg from 'pg';
import { copyFromFile, hashOfCopy } from '#platform/copy-files.ts';
import { databaseSettings, query, type Transaction, transaction } from '#platform/db.ts';
import { keySettings } from '#platform/key-ring.ts';
import { applyMigrations } from '../migration/apply.ts';
import { type Migration, readMigrations } from '../migration/history.ts';
import { checksumOf } from '../migration/table.ts';
import {
  columnsOf,
  copyOutOf,
  copySettings,
  listTables,
  nameOf,
  progressTable,
} from './catalogue.ts';
import { BackupError, type BackupTable, type CheckedBackup, type Manifest } from './manifest.ts';

export type RestoreOptions = {
  /** Whether the backup is restored although some of its encryption keys are missing. */
  withoutKeys: boolean;
  log: (line: string) => void;
};

/** The name of a restore's sessions in PostgreSQL (`application_name`). */
const sessionName = 'dakiya restore';

/** Returns the address of a database whose sessions may write while a restore makes it read-only for others. */
export function restoreUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', sessionName);
  url.searchParams.set(
    'options',
    '-c TimeZone=UTC -c jit=off -c plan_cache_mode=force_custom_plan -c default_transaction_read_only=off',
  );
  return url.href;
}

/**
 * Applies the migrations of a checked backup to an empty database, copies the rows of the backup into it, and then
 * migrates the database to this release. All rows are copied in one transaction, so an interrupted restore leaves empty
 * tables. If the function is called again, it continues the restore. Until `endRestore`, the database is read-only for
 * all other sessions.
 *
 * @throws BackupError if the database is not empty, or if the backup does not fit it or this release
 */
export async function restoreTables(backup: CheckedBackup, options: RestoreOptions): Promise<void> {
  const { log, withoutKeys } = options;
  const { manifest } = backup;
  const migrations = await migrationsOf(manifest);
  if (!withoutKeys) requireKeys(manifest);
  const url = databaseSettings.DATABASE_URL;
  const isLoaded = await beginRestore(manifest);
  if (!isLoaded) {
    await applyMigrations(url, { migrations, log });
    await transaction((tx) => load(backup, tx, log));
  }
  await applyMigrations(url, { log });
  await query('analyze-restored', 'ANALYZE', []);
}

/** Returns the migrations of the backup. @throws BackupError if this release does not have them */
async function migrationsOf({ migrations, release }: Manifest): Promise<Migration[]> {
  const known = new Map((await readMigrations()).map((one) => [one.name, one]));
  return migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration && checksumOf(migration) === checksum) return migration;
    throw new BackupError(
      `The backup was written by release ${release}, whose migration ${name} this release ` +
        `${migration ? 'has in another form' : 'does not have'}: restore it with release ${release} or a newer one.`,
    );
  });
}

function requireKeys({ encryptionKeyIds }: Manifest): void {
  const known = new Set(keySettings.ENCRYPTION_KEYS.map(({ id }) => id));
  const missing = encryptionKeyIds.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new BackupError(
    `ENCRYPTION_KEYS has no key with the id ${missing.join(', ')}, with which values of the backup are encrypted. ` +
      'Add it, or restore with --without-keys and lose these values.',
  );
}

/**
 * Returns a statement that changes the database's setting in PostgreSQL, which every other session of the database follows.
 * While the database is read-only, the product answers with 503.
 */
const setReadOnlySql = async (verb: string) => {
  const [row] = await query<{ name: string }>(
    'name-of-database',
    'SELECT current_database() AS name',
    [],
  );
  return `ALTER DATABASE ${pg.escapeIdentifier(row?.name ?? '')} ${verb}`;
};

const othersSql = `
  SELECT DISTINCT coalesce(nullif(application_name, ''), usename) AS name FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    AND usename IS NOT NULL AND application_name <> '${sessionName}'`;

/**
 * Makes the database read-only for others, and notes which backup is being restored.
 *
 * @returns whether an earlier call has already copied the rows of this backup
 * @throws BackupError if the database is not empty
 */
async function beginRestore({ id }: Manifest): Promise<boolean> {
  const [found] = await query<{ exists: boolean }>(
    'restore-exists',
    `SELECT to_regclass('public.${progressTable}') IS NOT NULL AS exists`,
    [],
  );
  if (found?.exists) {
    const [begun] = await query<{ backup: string; isLoaded: boolean }>(
      'restore-begun',
      `SELECT backup, loaded_at IS NOT NULL AS "isLoaded" FROM ${progressTable}`,
      [],
    );
    if (begun?.backup === id) return begun.isLoaded;
    throw new BackupError('Another backup is being restored into this database: finish that one.');
  }
  const tables = await transaction(listTables);
  const [first] = tables;
  if (first) {
    throw new BackupError(
      `The database is not empty: it has ${tables.length} tables, such as ${first.schema}.${first.table}. ` +
        'Restore into a new database.',
    );
  }
  const others = await query<{ name: string }>('others-of-database', othersSql, []);
  if (others.length > 0) {
    const names = others.map(({ name }) => name).join(', ');
    throw new BackupError(`Other programs are connected to the database: ${names}. Stop them.`);
  }
  const setReadOnly = await setReadOnlySql('SET default_transaction_read_only = on');
  await transaction(async (tx) => {
    await tx.query(setReadOnly);
    await tx.query(
      `CREATE TABLE ${progressTable} (backup text NOT NULL, began_at timestamptz NOT NULL, loaded_at timestamptz)`,
    );
    await tx.query(`INSERT INTO ${progressTable} VALUES ($1, now(), NULL)`, [id]);
  });
  return false;
}

/** Ends a restore: from now on the product accepts the database. */
export async function endRestore(): Promise<void> {
  const reset = await setReadOnlySql('RESET default_transaction_read_only');
  await transaction(async (tx) => {
    await tx.query(`DROP TABLE ${progressTable}`);
    await tx.query(reset);
  });
}

async function load(backup: CheckedBackup, tx: Transaction, log: (line: string) => void) {
  const { manifest, folder, secret } = backup;
  await tx.query(copySettings);
  await makePartitions(manifest.tables, tx);
  await makeUnknownTables(manifest.tables, tx, log);
  await requireOwnership(manifest.tables, tx);
  const existing = await listTables(tx);
  const missing = existing.find((one) => !manifest.tables.some(isSame(one)));
  if (missing) throw new BackupError(`The backup has no rows of ${nameOf(missing)}.`);
  const foreignKeys = await dropForeignKeys(tx);
  // The rows that migrations wrote are deleted, and our triggers do not run for the copied rows.
  for (const table of existing) {
    await tx.query(`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`);
  }
  await tx.query(`TRUNCATE ${existing.map(nameOf).join(', ')}`);
  for (const table of manifest.tables) {
    const began = performance.now();
    const into = `COPY ${nameOf(table)} (${columnsOf(table)}) FROM STDIN`;
    const stored = await copyFromFile(tx, into, join(folder, table.file), secret);
    if (stored !== table.rows) {
      throw new BackupError(`${table.file} has ${stored} rows and not ${table.rows}.`);
    }
    const tookMs = performance.now() - began;
    if (tookMs > 2_000) log(`${table.schema}.${table.table}: ${stored} rows`);
  }
  for (const table of existing) {
    await tx.query(`ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`);
  }
  for (const { schema, name, lastValue, isCalled } of manifest.sequences) {
    await tx.query('SELECT setval($1::regclass, $2, $3)', [
      nameOf({ schema, table: name }),
      lastValue,
      isCalled,
    ]);
  }
  for (const { table, name, definition } of foreignKeys) {
    await tx.query(
      `ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
    );
  }
  for (const table of manifest.tables) {
    if ((await hashOfCopy(tx, copyOutOf(table))) !== table.contentSha256) {
      throw new BackupError(`${nameOf(table)} differs from the backup after it was restored.`);
    }
  }
  await tx.query(`UPDATE ${progressTable} SET loaded_at = now()`);
}

const isSame = (one: { schema: string; table: string }) => (other: BackupTable) =>
  other.schema === one.schema && other.table === one.table;

/**
 * Replaces the partitions that the migrations made with those of the backup, because the migrations' partitions depend
 * on the day on which the migrations ran. The new partitions get indexes, defaults and generated columns from their
 * parents.
 */
async function makePartitions(tables: BackupTable[], tx: Transaction): Promise<void> {
  const made = (await listTables(tx)).filter(({ partition }) => partition);
  for (const table of made) await tx.query(`DROP TABLE ${nameOf(table)}`);
  for (const table of tables) {
    const { partition, schema } = table;
    if (!partition) continue;
    const parent = nameOf({ schema, table: partition.of });
    const options = partition.options.length > 0 ? ` WITH (${partition.options.join(', ')})` : '';
    await tx.query(
      `CREATE TABLE ${nameOf(table)} PARTITION OF ${parent} ${partition.bound}${options}`,
    );
    for (const definition of partition.triggers) await tx.query(definition);
  }
}

/**
 * Creates the tables that no migration creates, such as a month that an operator has detached. These tables get no
 * indexes.
 */
async function makeUnknownTables(
  tables: BackupTable[],
  tx: Transaction,
  log: (line: string) => void,
) {
  const existing = await listTables(tx);
  for (const table of tables) {
    if (existing.some((one) => isSame(one)(table))) continue;
    const columns = table.columns.map(({ name, type }) => `${pg.escapeIdentifier(name)} ${type}`);
    await tx.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(table.schema)}`);
    await tx.query(`CREATE TABLE ${nameOf(table)} (${columns.join(', ')})`);
    log(`${nameOf(table)} is not a table of Dakiya: restored without indexes and constraints.`);
  }
}

/** Checks that this role owns the tables, because only an owner may turn off a table's triggers. */
async function requireOwnership(tables: BackupTable[], tx: Transaction): Promise<void> {
  const { rows } = await tx.query<{ name: string; owner: string }>(
    `SELECT name, pg_get_userbyid(relowner) AS owner FROM unnest($1::text[]) AS name JOIN pg_class ON oid = name::regclass
     WHERE NOT pg_has_role(relowner, 'USAGE')`,
    [tables.map(nameOf)],
  );
  const [first] = rows;
  if (!first) return;
  throw new BackupError(
    `${first.name} belongs to the role ${first.owner}: restore as a member of it.`,
  );
}

/** Drops the foreign keys, so that tables can be copied in any order. @returns how to create them again */
async function dropForeignKeys(tx: Transaction) {
  const { rows } = await tx.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = conrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE contype = 'f' AND conparentid = 0 AND n.nspname !~ '^pg_' ORDER BY k.oid`);
  for (const { table, name } of rows) {
    await tx.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  }
  return rows;
}
