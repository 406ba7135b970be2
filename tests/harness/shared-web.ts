import { startWebProcess } from './programs.ts';
import { until } from './until.ts';

type Web = Awaited<ReturnType<typeof startWebProcess>>;
type Settings = Parameters<typeof startWebProcess>[0];

const started = new Map<string, Promise<Web>>();

/**
 * A web that all test files that this process runs share: a start takes longer than most tests. A test that stops it, or
 * reads what it logs, starts its own.
 *
 * @param settings by default the usual ones; there is a web for each
 * @returns its address
 */
export const sharedWeb = (settings: Settings = {}): Promise<{ url: string }> => share(0, settings);

/** Two webs as `sharedWeb` is one, for what must hold whichever of several a caller reaches. */
export const twoSharedWebs = () => Promise.all([share(0, {}), share(1, {})]);

async function share(place: 0 | 1, settings: Settings): Promise<{ url: string }> {
  const key = JSON.stringify([place, settings]);
  const web = started.get(key) ?? start(settings);
  started.set(key, web);
  const { url } = await web;
  // The database of the file before is gone, and the connections to it.
  await until('the web has its database', async () => (await fetch(`${url}/readyz`)).ok);
  return { url };
}

async function start(settings: Settings): Promise<Web> {
  const web = await startWebProcess(settings, undefined, []);
  // Vitest ends its processes by this signal; sent once more, it has its usual effect.
  process.once('SIGTERM', () => {
    void web.kill();
    process.kill(process.pid, 'SIGTERM');
  });
  return web;
}
