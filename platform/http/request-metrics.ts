import { product } from '#product.ts';
import { counter, histogram } from '../metrics/instruments.ts';

const requestsTotal = counter({
  name: `${product.slug}_http_requests_total`,
  help: 'Requests answered, by the route of the endpoint or "pages".',
  labelNames: ['endpoint', 'method', 'status'],
});

const requestSeconds = histogram({
  name: `${product.slug}_http_request_seconds`,
  help: 'From the whole request to the whole answer, in seconds.',
  labelNames: ['endpoint'],
});

type HandledRequest = {
  /** The route pattern with its parameters, never the requested path. */
  endpoint: string;
  method: string;
  status: number;
  /** `performance.now()` at the start. */
  began: number;
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Counts a response. Clients choose the method, so unknown methods share one label value, which
 * bounds the number of series.
 */
export function recordRequestMetrics({ endpoint, method, status, began }: HandledRequest): void {
  requestsTotal.inc({
    endpoint,
    method: methods.has(method) ? method : 'other',
    status: `${Math.floor(status / 100)}xx`,
  });
  requestSeconds.observe({ endpoint }, (performance.now() - began) / 1_000);
}
