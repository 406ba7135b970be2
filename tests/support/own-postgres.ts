import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import type { Child } from '#scripts/services/child.ts';
import { servePostgres } from '#scripts/services/postgres.ts';
import { findHome } from '#scripts/services/postgres-home.ts';
import { createMigratedCluster } from '#scripts/testing/migrated-cluster.ts';
import { answers, crashPostgres } from '#trials/rolling/crash-postgres.ts';
import { until } from './until.ts';

/** How it runs: as usual; as one that is still starting up, for as long as one likes; as a standby. */
type Mode = 'primary' | 'starting' | 'standby';

/** By which line of its log it is in each. */
const readyWhen: Record<Mode, RegExp> = {
  primary: /database system is ready to accept connections/,
  starting: /entering standby mode/,
  standby: /database system is ready to accept read-only connections/,
};

export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>;

/**
 * A PostgreSQL of a test's own, migrated, at one address through all its states; gone when the test is over.
 *
 * @param onEnd registers what ends it: `afterAll` for one that the tests of a file share
 */
export async function ownPostgres(
  settings: Record<string, string> = {},
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
) {
  const home = await findHome({ dataDir: '', throwaway: true });
  onEnd(() => rm(home.parent, { recursive: true, force: true }));
  await createMigratedCluster(home);
  const port = await freePort();
  const address = (database: string) => `postgresql://dakiya:dakiya@127.0.0.1:${port}/${database}`;
  const signalFile = join(home.data, 'standby.signal');
  let server: Child | null = null;

  async function start(mode: Mode = 'primary'): Promise<void> {
    if (mode === 'primary') await rm(signalFile, { force: true });
    else await writeFile(signalFile, '');
    const flags = {
      // A crash of the server, which the system survives, loses nothing by it.
      fsync: 'off',
      hot_standby: mode === 'starting' ? 'off' : 'on',
      ...settings,
    };
    server = await servePostgres({ home, port, flags, ready: readyWhen[mode] });
  }

  /** Ends it as `pg_ctl stop -m fast` does: sessions are ended, not waited for. */
  const stop = async () => {
    await server?.stop();
    server = null;
  };

  /** Asks it by a connection of its own. */
  async function ask(sql: string) {
    const client = new pg.Client({ connectionString: address('dakiya') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const crash = () => crashPostgres(address('dakiya'));
  const recovered = () => until('it takes connections', () => answers(address('dakiya')));

  await start();
  onEnd(stop);
  return { url: address('dakiya'), start, stop, ask, crash, recovered };
}
