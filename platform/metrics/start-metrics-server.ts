import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverSettings } from '#platform/server-settings.ts';
import { logger } from '../logger.ts';
import type { Readiness } from '../readiness/readiness.ts';
import { onShutdown } from '../shutdown.ts';
import { registry } from './instruments.ts';
import { measureProcess } from './process-metrics.ts';

type Program = {
  program: 'web' | 'worker';
  /** Checks whether this process can do its work. */
  readiness: () => Promise<Readiness>;
};

type Answer = { status: number; type: string; body: string };

const json = 'application/json';

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a port of its own. Does nothing unless
 * `METRICS_PORT` is set. Closed last at shutdown.
 */
export async function startMetricsServer({ program, readiness }: Program): Promise<void> {
  if (serverSettings.METRICS_PORT === undefined) return;
  measureProcess(program);

  async function answer(path: string): Promise<Answer> {
    switch (path) {
      case '/metrics':
        return { status: 200, type: registry.contentType, body: await registry.metrics() };
      case '/healthz':
        return { status: 200, type: json, body: '{"status":"ok"}' };
      case '/readyz': {
        const { isReady, report } = await readiness();
        return { status: isReady ? 200 : 503, type: json, body: JSON.stringify(report) };
      }
      default:
        return { status: 404, type: json, body: '{"status":"not found"}' };
    }
  }

  const server = createServer(({ method, url = '/' }, response) => {
    const path = method === 'GET' || method === 'HEAD' ? (url.split('?', 1)[0] ?? '') : '';
    answer(path)
      .catch((error): Answer => {
        logger.error({ error, path }, 'could not collect metrics');
        return { status: 500, type: json, body: '{"status":"error"}' };
      })
      .then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(body);
      });
  });
  server.listen(serverSettings.METRICS_PORT, serverSettings.HOST);
  await once(server, 'listening');
  logger.info({ port: (server.address() as AddressInfo).port }, 'metrics server listening');
  onShutdown('metrics', async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
}
