import { rm } from 'node:fs/promises';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { initCluster } from '#scripts/services/postgres-cluster.ts';
import { findHome } from '#scripts/services/postgres-home.ts';
import { startServer } from '#scripts/services/server-process.ts';

/** As in production: a commit is on the disk before it is answered. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
};

/**
 * Starts a PostgreSQL of the benchmark's own, on a free port, that syncs to disk like one in
 * production and whose data is gone at `stop`. `DATABASE_URL` is not heeded: nobody's database is
 * to be filled with messages.
 */
export async function startDurablePostgres() {
  const home = await findHome({ dataDir: '', throwaway: true });
  await initCluster(home, { sync: true });
  const port = await freePort();
  const child = await startServer({
    name: 'PostgreSQL',
    ready: /database system is ready to accept connections/,
    command: `${home.bin}/postgres`,
    // The fast shutdown: sessions are ended, not waited for.
    ask: 'SIGINT',
    args: [
      ...['-D', home.data, '-p', `${port}`],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    ...home.runAs,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
  });
  return {
    url: `postgresql://dakiya:dakiya@127.0.0.1:${port}/dakiya`,
    process: child,
    async stop() {
      await child.stop();
      await rm(home.parent, { recursive: true });
    },
  };
}
