import { collectDefaultMetrics } from 'prom-client';
import { product } from '#product.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { getPoolState } from '../db.ts';
import { dependencyChecks } from '../readiness/readiness.ts';
import { gauge, registry } from './instruments.ts';

/**
 * Registers the metrics of the process: memory, processor, garbage collection and event loop under
 * Node's usual names, plus connections and dependencies.
 */
export function measureProcess(program: string): void {
  collectDefaultMetrics({ register: registry });
  gauge({
    name: `${product.slug}_build_info`,
    help: 'Build information; the value is always 1.',
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
  // Registered last: a scrape collects in this order, and its own query must not count as waiting.
  gauge({
    name: `${product.slug}_dependency_up`,
    help: 'Whether PostgreSQL answers this process, and Redis writes for it: 1 or 0.',
    labelNames: ['dependency'],
    async collect(up) {
      for (const [dependency, check] of Object.entries(dependencyChecks)) {
        up.set({ dependency }, (await check()) === true ? 1 : 0);
      }
    },
  });
}
