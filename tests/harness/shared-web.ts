import { startWebProcess } from './programs.ts';
import { until } from './until.ts';

type Web = Awaited<ReturnType<typeof startWebProcess>>;
type Settings = Parameters<typeof startWebProcess>[0];

const started = new Map<string, Promise<Web>>();

/**
 * A web server that all test files of this process share, because a start takes longer than most tests. A test that stops a
 * web server or reads its log starts a separate web server.
 *
 * @param settings by default the usual ones; each set of settings has its own web server
 * @returns its address
 */
export const sharedWeb = (settings: Settings = {}): Promise<{ url: string }> => share(0, settings);

/** Two shared web servers, for guarantees that must hold over several web servers. */
export const twoSharedWebs = () => Promise.all([share(0, {}), share(1, {})]);

async function share(place: 0 | 1, settings: Settings): Promise<{ url: string }> {
  const key = JSON.stringify([place, settings]);
  const web = started.get(key) ?? start(settings);
  started.set(key, web);
  const { url } = await web;
  // The previous file's database, and the connections to it, are gone.
  await until('the web server has its database', async () => (await fetch(`${url}/readyz`)).ok);
  return { url };
}

async function start(settings: Settings): Promise<Web> {
  const web = await startWebProcess(settings, undefined, []);
  // Vitest ends its processes with this signal. After the cleanup, the handler sends the signal again for its usual effect.
  process.once('SIGTERM', () => {
    void web.kill();
    process.kill(process.pid, 'SIGTERM');
  });
  return web;
}
