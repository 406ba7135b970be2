import { onTestFinished } from 'vitest';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { openHttpProxy, openProxy, type Treatment } from './proxy.ts';
import { stopAfterFile } from './stop-after-file.ts';

export type OwnPostgres = PostgresServer;

/**
 * Starts a migrated PostgreSQL with these settings for one test, and removes it after the test.
 *
 * @param onEnd registers the removal; pass `afterAll` for a server that all tests in a file share
 */
export async function ownPostgres(
  flags: Record<string, string> = {},
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
) {
  const server = await startPostgresServer({ flags });
  onEnd(server.remove);
  return server;
}

/** A TCP proxy that closes after the test. */
export async function startRelay(...args: Parameters<typeof openProxy>) {
  const proxy = await openProxy(...args);
  onTestFinished(proxy.close);
  return proxy;
}

/** A server that accepts connections and never answers. It closes after the test. */
export const startSilentServer = () => startRelay(null);

const isForData = (url: string) => /\.data(?:\?|$)|^\/console\//.test(url);

/** Opens a proxy to a web server for the tests in a file. Its faults apply only to requests for page data. */
export async function aCuttingProxy(target: string) {
  let current: Treatment = 'pass';
  let only = /(?:)/;
  const proxy = await openHttpProxy(target, ({ url = '', method }) =>
    isForData(url) && only.test(`${method} ${url}`) ? current : 'pass',
  );
  await stopAfterFile(Promise.resolve({ stop: async () => proxy.close() }));
  return {
    url: proxy.url,
    answered: proxy.answered,
    /**
     * Sets the treatment of requests until the end of the test.
     *
     * @param which selects the requests
     */
    set(next: Treatment, which = /(?:)/) {
      current = next;
      only = which;
      onTestFinished(() => {
        current = 'pass';
      });
    },
  };
}
