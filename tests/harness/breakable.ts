import { onTestFinished } from 'vitest';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { openHttpProxy, openProxy, type Treatment } from './proxy.ts';
import { stopAfterFile } from './stop-after-file.ts';

export type OwnPostgres = PostgresServer;

/**
 * A PostgreSQL of a test's own, migrated, with these settings; gone when the test is over.
 *
 * @param onEnd registers what ends it: `afterAll` for one that the tests of a file share
 */
export async function ownPostgres(
  flags: Record<string, string> = {},
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
) {
  const server = await startPostgresServer({ flags });
  onEnd(server.remove);
  return server;
}

/** A proxy of TCP that is gone when the test is over. */
export async function startRelay(...args: Parameters<typeof openProxy>) {
  const proxy = await openProxy(...args);
  onTestFinished(proxy.close);
  return proxy;
}

/** A server that takes connections and never says a word; gone when the test is over. */
export const startSilentServer = () => startRelay(null);

const isForData = (url: string) => /\.data(?:\?|$)|^\/console\//.test(url);

/** Stands before a web while the tests of a file run. Only requests for the data of pages are treated badly. */
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
    /** Treats requests otherwise from now on, until the test is over. @param which of the requests */
    set(next: Treatment, which = /(?:)/) {
      current = next;
      only = which;
      onTestFinished(() => {
        current = 'pass';
      });
    },
  };
}
