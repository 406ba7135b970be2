import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Postgres } from '../services/postgres.ts';
import { applyMigrations, type Options } from './apply.ts';
import type { Migration } from './history.ts';

let count = 0;

/** The migration that every test database starts with. */
export const created: Migration = {
  name: '20270101000000_table',
  sql: 'CREATE TABLE a (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, b int)',
};
const later = (sql: string, name = '20270102000000_later'): Migration => ({ name, sql });

/** Creates a database on this server with the table `a`. @returns functions that use it */
export async function aDatabase(postgres: Postgres) {
  const url = postgres.url(`migrated_${++count}`);
  await applyMigrations(url, { migrations: [created] });
  const log: string[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const client = await connect();
  return {
    url,
    log,
    connect,
    /** Runs a query. @returns the first value of each row */
    ask: async (sql: string) =>
      (await client.query({ text: sql, rowMode: 'array' })).rows.map(([value]) => value),
    /** Applies one more migration. */
    apply: (sql: string, options: Options = {}) =>
      applyMigrations(url, {
        migrations: [created, later(sql)],
        log: (line) => log.push(line),
        ...options,
      }),
  };
}

type Database = Awaited<ReturnType<typeof aDatabase>>;

/**
 * Inserts rows over four connections.
 *
 * @returns a function that stops the inserts. It returns the longest time that an insert took, in milliseconds, and the
 *   number of rows
 */
export async function insertSteadily({ connect }: Database) {
  let isOver = false;
  let longest = 0;
  let inserted = 0;
  const clients = await Promise.all([1, 2, 3, 4].map(connect));
  const writers = clients.map(async (client) => {
    while (!isOver) {
      const began = performance.now();
      await client.query('INSERT INTO a (b) VALUES (1)');
      longest = Math.max(longest, performance.now() - began);
      inserted++;
      await pause(1);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(writers);
    return { longest, inserted };
  };
}

/** Repeats a query until it returns a row. */
export async function untilAsked({ ask }: Database, sql: string): Promise<void> {
  const end = performance.now() + 10_000;
  while ((await ask(sql)).length === 0) {
    if (performance.now() > end) throw new Error(`no row: ${sql}`);
    await pause(10);
  }
}
