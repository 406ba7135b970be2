import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure } from '#app/api/respond.server.ts';
import { reportInstallation } from '#domain/dlt/sending/installation.ts';
import { registerBackupMetrics } from '#domain/shared/backups/backups.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { registerProcess } from '#domain/shared/processes/processes.ts';
import { startCountingServices } from '#domain/status/count-services.ts';
import { createGracefulShutdown, toStopMs } from '#platform/http/graceful-shutdown.ts';
import { answerExpectations } from '#platform/http/read-body.ts';
import { maxHeaders } from '#platform/http/request-target.ts';
import { newId } from '#platform/ids.ts';
import { createInstance, openAtStart, runIn } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { startMetricsServer } from '#platform/metrics/start-metrics-server.ts';
import { checkWebReadiness, waitForDatabase } from '#platform/readiness/readiness.ts';
import { waitForRedis } from '#platform/redis.ts';
import { watchRedis } from '#platform/redis-health.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { Config } from '#platform/settings.ts';
import { shutDown, shutdownSignal } from '#platform/shutdown.ts';
import { listener } from './listener.ts';

/** A running web server. */
export type Web = {
  /** The port of the server, which the system may have chosen. */
  port: number;
  /** Stops the server: accepts no further requests, answers those that have arrived, and closes all connections. */
  stop: () => Promise<void>;
  /** The maximum duration of `stop`, in milliseconds. */
  stopMs: number;
};

/**
 * Starts a web server, which listens on `HOST` and `PORT`. While the database is unavailable, it responds with 503.
 *
 * @param config the result of `parseConfig`
 * @param answer handles the requests
 */
export async function createWeb(config: Config, answer: RequestListener = listener): Promise<Web> {
  const instance = createInstance(config);
  const handle: RequestListener = (request, response) =>
    runIn(instance, () => answer(request, response));
  const { port, end, stopMs } = await runIn(instance, async () => {
    // Creates the listener now, so that an error in it aborts the start.
    Reflect.has(answer, 'name');
    return await start(handle);
  });
  return {
    port,
    stopMs,
    stop: () => runIn(instance, () => shutDown(end)),
  };
}

/** How long Redis may take to connect before the web server listens without it, in milliseconds. */
const connectMs = 1_000;

async function start(handle: RequestListener) {
  openAtStart();
  await waitForRedis(connectMs);
  const server = createServer(
    {
      // In milliseconds. A form with a picture has up to 2 MiB, which a phone sends at 150 kbit/s in less than two minutes.
      // Headers are short and must arrive sooner.
      requestTimeout: 120_000,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5_000,
      // In bytes. Cookies, a long URL and a proxy's headers are about 4 KiB together.
      maxHeaderSize: 16 * 1_024,
    },
    handle,
  );
  answerExpectations(server);
  // Node drops headers over its limit silently. So it reads one more than the listener allows, and the listener can
  // reject the request.
  server.maxHeadersCount = maxHeaders + 1;
  // We keep idle connections open for longer than proxies do. Otherwise a proxy could send a request over a connection that
  // we have just closed.
  server.keepAliveTimeout = 75_000;
  watchRedis();
  registerProcess({ kind: 'web', queues: [] });
  startCountingServices();
  registerBackupMetrics();
  await startMetricsServer({ program: 'web', readiness: checkWebReadiness });
  const drainMs = serverSettings.DRAIN_SECONDS * 1_000;
  const end = createGracefulShutdown(server, {
    signal: shutdownSignal(),
    drainMs,
    // A connection takes about 20 KiB.
    maxConnections: Math.ceil(serverSettings.MAX_CONNECTIONS / serverSettings.WEB_PROCESSES),
    refuse: () => failure(new DomainError('unavailable', { retryAfterSeconds: 2 }), newId('req')),
  });
  server.listen(serverSettings.PORT, serverSettings.HOST);
  await once(server, 'listening');
  logger.info({ url: serverSettings.PUBLIC_URL }, 'web is listening');
  // Until PostgreSQL responds, the web server responds with 503, and /readyz reports that it is not ready.
  void waitForDatabase(shutdownSignal()).then((answers) => {
    if (!answers) return;
    logger.info({ url: serverSettings.PUBLIC_URL }, 'web ready');
    reportInstallation().catch((error) =>
      logger.warn({ error }, 'could not check the DLT settings'),
    );
  });
  const { port } = server.address() as AddressInfo;
  return { port, end, stopMs: toStopMs(drainMs) };
}
