import { startWeb } from './programs.ts';
import { until } from './until.ts';

type Web = Awaited<ReturnType<typeof startWeb>>;

const started: Promise<Web>[] = [];

/**
 * A web with the usual settings, which all test files that this process runs share: a start takes longer than most
 * tests. A test that stops it, or reads what it logs, starts its own.
 *
 * @returns its address
 */
export const sharedWeb = (): Promise<{ url: string }> => share(0);

/** Two webs as `sharedWeb` is one, for what must hold whichever of several a caller reaches. */
export const twoSharedWebs = () => Promise.all([share(0), share(1)]);

async function share(place: 0 | 1): Promise<{ url: string }> {
  started[place] ??= startWeb().then((web) => {
    // Vitest ends its processes by this signal; sent once more, it has its usual effect.
    process.once('SIGTERM', () => {
      void web.kill();
      process.kill(process.pid, 'SIGTERM');
    });
    return web;
  });
  const { url } = await started[place];
  // The database of the file before is gone, and the connections to it.
  await until('the web has its database', async () => (await fetch(`${url}/readyz`)).ok);
  return { url };
}
