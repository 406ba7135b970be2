import pg from 'pg';
import { errorCode } from '../services/error-code.ts';
import { filters, withEngine } from './engine.ts';
import { readHistory } from './history.ts';

/**
 * Migrates a database to the newest migration, and creates it first if it does not exist.
 *
 * @param url the database's URL; its user must be allowed to create it, if it is missing
 * @param names the migrations to apply; all of them by default
 * @returns the names of the migrations that were applied
 * @throws Error if a migration fails, or was edited after this database had applied it
 */
export async function applyMigrations(url: string, names?: string[]): Promise<string[]> {
  await createDatabase(url);
  const migrationsList = await readHistory(names);
  return await withEngine(url, async (engine) => {
    const { editedMigrationNames } = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters,
    });
    if (editedMigrationNames.length > 0) {
      throw new Error(
        `This database was made by an earlier version of ${editedMigrationNames.join(', ')}: ` +
          'write a new migration instead, or start with an empty database.',
      );
    }
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
    return appliedMigrationNames;
  });
}

/** Creates the database that a URL names, if the server does not have it. */
async function createDatabase(url: string): Promise<void> {
  try {
    await connected(url, async () => undefined);
  } catch (error) {
    // 3D000: the database does not exist.
    if (errorCode(error) !== '3D000') throw error;
    const name = decodeURIComponent(new URL(url).pathname.slice(1));
    const server = new URL(url);
    server.pathname = '/postgres';
    await connected(server.href, (client) =>
      client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`),
    );
  }
}

async function connected(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}
