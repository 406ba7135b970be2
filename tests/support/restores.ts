import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { databaseSettings } from '#platform/db.ts';
import { createInstance, openAtStart, runIn } from '#platform/instance.ts';
import { redisSettings, waitForRedis } from '#platform/redis.ts';
import { parseConfig } from '#platform/settings.ts';
import { shutDown } from '#platform/shutdown.ts';
import { restoreUrl } from '#scripts/backup/restore-backup.ts';
import { writeBackup } from '#scripts/backup/write-backup.ts';
import { inherited } from '#scripts/environment.ts';
import { type RestoreArguments, run } from '#scripts/operator/restore.ts';

/** A temporary folder. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Writes a backup of this test file's database. @returns its folder */
export async function aBackup(passphrase?: string): Promise<string> {
  const to = join(await aFolder(), 'backup');
  await writeBackup({ to, passphrase, log: () => undefined });
  return to;
}

/** Runs statements in a database as its owner. */
export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

let made = 0;

/** Creates an empty database whose owner may do nothing else, as `ops/postgres/role.sh` does. @returns its address */
export async function anEmptyDatabase(): Promise<string> {
  made += 1;
  const url = new URL(databaseSettings.DATABASE_URL);
  const name = `${url.pathname.slice(1)}_restored_${made}`;
  const server = new URL(url);
  server.pathname = '/postgres';
  const drop = async () => {
    await ask(server.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await ask(server.href, `DROP ROLE IF EXISTS ${name}`);
  };
  await drop();
  await ask(
    server.href,
    `CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD 'owner'`,
  );
  await ask(server.href, `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
  onTestFinished(drop);
  url.pathname = `/${name}`;
  url.username = name;
  url.password = 'owner';
  return url.href;
}

const usual: Omit<RestoreArguments, 'folder'> = {
  checkOnly: false,
  hasRunSince: true,
  endSessions: false,
  withoutKeys: false,
  erasures: null,
};

/** Restores a backup into a database. @param passphrase the setting BACKUP_PASSPHRASE */
export const restore = (
  folder: string,
  url: string,
  given: Partial<RestoreArguments> & { passphrase?: string; ENCRYPTION_KEYS?: string } = {},
): Promise<number> => {
  const { passphrase = '', ENCRYPTION_KEYS, ...asked } = given;
  const config = parseConfig({
    ...inherited,
    NODE_ENV: 'test',
    DATABASE_URL: restoreUrl(url),
    REDIS_URL: redisSettings.REDIS_URL,
    BACKUP_PASSPHRASE: passphrase,
    ...(ENCRYPTION_KEYS && { ENCRYPTION_KEYS }),
  });
  return runIn(createInstance(config), async () => {
    openAtStart();
    await waitForRedis(1_000);
    try {
      return await run({ ...usual, ...asked, folder });
    } finally {
      await shutDown();
    }
  });
};

/** Tables that the web servers of other tests in this process write every ten seconds, also while a backup is compared. */
const writtenMeanwhile = ['public.processes', 'public.service_minutes'];

/**
 * Every table of a database as the catalogue `pg_tables` lists them, with its rows as sorted text. The rows of
 * `writtenMeanwhile` are left out, because running programs write them.
 */
export async function contentsOf(url: string): Promise<Map<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> '_prisma_migrations' ORDER BY 1`,
  );
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    if (writtenMeanwhile.includes(name)) {
      contents.set(name, 'not compared');
      continue;
    }
    const [row] = await ask<{ text: string }>(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS text FROM ${name} AS t`,
    );
    contents.set(name, row?.text ?? '');
  }
  return contents;
}

/** The definitions of a database: columns, constraints, indexes, triggers and partitions. */
export const definitionsOf = (url: string) =>
  ask<{ text: string }>(
    url,
    `SELECT text FROM (
       SELECT format('%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attstorage) AS text
         FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = attrelid
         WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped AND relnamespace >= 2200
       UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
         FROM pg_constraint WHERE connamespace >= 2200 AND contype <> 'n'
       UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
       UNION ALL SELECT format('%s %s', tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT format('%s %s %s', oid::regclass, pg_get_expr(relpartbound, oid), reloptions) FROM pg_class
         WHERE relispartition AND relkind = 'r') AS all_of
     ORDER BY text`,
  );

/** Makes the rows of `fillAccount` fulfil all foreign keys, because a restore checks the foreign keys. */
export async function connectFilledRows(): Promise<void> {
  const url = databaseSettings.DATABASE_URL;
  const keys = await ask<{ child: string; parent: string; own: string[]; theirs: string[] }>(
    url,
    `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
       (SELECT json_agg(attname ORDER BY n) FROM unnest(conkey) WITH ORDINALITY AS k(num, n)
         JOIN pg_attribute ON attrelid = conrelid AND attnum = num) AS own,
       (SELECT json_agg(attname ORDER BY n) FROM unnest(confkey) WITH ORDINALITY AS k(num, n)
         JOIN pg_attribute ON attrelid = confrelid AND attnum = num) AS theirs
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0`,
  );
  for (const { child, parent, own, theirs } of keys) {
    const same = own.map((column, i) => `p.${theirs[i]} = c.${column}`).join(' AND ');
    const isSet = own.map((column) => `c.${column} IS NOT NULL`).join(' AND ');
    await ask(
      url,
      `SET session_replication_role = replica;
       UPDATE ${child} AS c SET (${own.join(', ')}) = ROW((SELECT ${theirs.join(` FROM ${parent} LIMIT 1), (SELECT `)} FROM ${parent} LIMIT 1))
       WHERE ${isSet} AND NOT EXISTS (SELECT FROM ${parent} AS p WHERE ${same})`,
    );
  }
}
