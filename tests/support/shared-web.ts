import { startWeb } from './programs.ts';
import { until } from './until.ts';

type Web = Awaited<ReturnType<typeof startWeb>>;

let started: Promise<Web> | undefined;

/**
 * A web with the usual settings, which all test files that this process runs share: a start takes longer than most
 * tests. A test that stops it, or reads what it logs, starts its own.
 *
 * @returns its address
 */
export async function sharedWeb(): Promise<{ url: string }> {
  started ??= startWeb().then((web) => {
    // Vitest ends its processes by this signal; sent once more, it has its usual effect.
    process.once('SIGTERM', () => {
      void web.kill();
      process.kill(process.pid, 'SIGTERM');
    });
    return web;
  });
  const { url } = await started;
  // The database of the file before is gone, and the connections to it.
  await until('the web has its database', async () => (await fetch(`${url}/readyz`)).ok);
  return { url };
}
