import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { serverSettings } from '#platform/server-settings.ts';
import { product } from '#product.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { getPoolState } from '../db.ts';
import { logger } from '../logger.ts';
import { answerParent, hasParent } from '../processes/messages.ts';
import { dependencyChecks, type Readiness } from '../readiness/readiness.ts';
import { onShutdown } from '../shutdown.ts';
import { gauge, getRegistry } from './instruments.ts';

type Program = {
  program: 'web' | 'worker';
  /** Checks whether this process can do its work. */
  readiness: () => Promise<Readiness>;
};

/** The functions that provide the responses of a metrics server. */
type Sources = Pick<Program, 'readiness'> & {
  /** Returns the metrics in Prometheus's text format. */
  metrics: () => Promise<string>;
  /** Whether at least one process of the program responds. Does not check dependencies. */
  isAlive: () => Promise<boolean>;
};

type Answer = { status: number; type: string; body: string };

const json = 'application/json';

/**
 * Registers the metrics of the process: memory, processor, garbage collection and event loop under
 * Node's usual names, plus connections and dependencies.
 */
function measureProcess(program: string): void {
  const registry = getRegistry();
  collectDefaultMetrics({ register: registry });
  // Over several processes, prom-client would add up the memory and average the lag. That would hide an overloaded
  // process.
  const worst = ['process_resident_memory_bytes', 'nodejs_eventloop_lag'];
  for (const metric of registry.getMetricsAsArray()) {
    if (worst.some((name) => metric.name.startsWith(name))) metric.aggregator = 'max';
  }
  gauge({
    name: `${product.slug}_build_info`,
    help: 'Build information; the value is always 1.',
    aggregator: 'first',
    labelNames: ['program', 'version', 'node'],
    collect: (info) =>
      info.set({ program, version: packageJson.version, node: process.version }, 1),
  });
  gauge({
    name: `${product.slug}_postgres_connections`,
    help: 'Connections of this process to PostgreSQL, by state: busy or idle.',
    labelNames: ['state'],
    collect(connections) {
      const { total, idle } = getPoolState();
      connections.set({ state: 'busy' }, total - idle);
      connections.set({ state: 'idle' }, idle);
    },
  });
  gauge({
    name: `${product.slug}_postgres_connections_max`,
    help: 'Maximum connections of this process to PostgreSQL (DATABASE_POOL).',
    collect: (max) => max.set(getPoolState().max),
  });
  gauge({
    name: `${product.slug}_postgres_pool_waiting`,
    help: 'Queries that wait for a connection to PostgreSQL to become free.',
    collect: (waiting) => waiting.set(getPoolState().waiting),
  });
  // Registered last: a scrape collects the gauges in order, and the gauge of waiting queries must not count this gauge's own
  // query.
  gauge({
    name: `${product.slug}_dependency_up`,
    help: 'Whether the dependency works: 1 or 0. postgres: it responds to this process. redis: it accepts writes of this process.',
    aggregator: 'min',
    labelNames: ['dependency'],
    async collect(up) {
      for (const [dependency, check] of Object.entries(dependencyChecks)) {
        up.set({ dependency }, (await check()) === true ? 1 : 0);
      }
    },
  });
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a separate port. Does nothing if `METRICS_PORT` is not set. If this process has
 * a parent, the parent serves them for all its processes, and asks this process.
 */
export async function startMetricsServer({ program, readiness }: Program): Promise<void> {
  if (serverSettings.METRICS_PORT === undefined) return;
  measureProcess(program);
  const isAlive = async () => true;
  if (hasParent) answerParent({ metrics: readMetrics, readiness, isAlive });
  else await serveMetrics({ metrics: () => getRegistry().metrics(), readiness, isAlive });
}

/** Returns this process's metrics as they are sent to the parent. */
export const readMetrics = () => getRegistry().getMetricsAsJSON();

/** Serves `/metrics`, `/healthz` and `/readyz` on `METRICS_PORT`, if it is set. */
export async function serveMetrics({ metrics, readiness, isAlive }: Sources): Promise<void> {
  if (serverSettings.METRICS_PORT === undefined) return;

  async function answer(path: string): Promise<Answer> {
    switch (path) {
      case '/metrics':
        return { status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: await metrics() };
      case '/healthz':
        return (await isAlive())
          ? { status: 200, type: json, body: '{"status":"ok"}' }
          : { status: 503, type: json, body: '{"status":"no process responds"}' };
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
