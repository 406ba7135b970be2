import { counter, histogram } from '../metrics/instruments.server.ts';

const answered = counter({
  name: 'dakiya_http_requests_total',
  help: 'Requests answered, by the route of the endpoint or "pages".',
  labelNames: ['endpoint', 'method', 'status'],
});

const took = histogram({
  name: 'dakiya_http_request_seconds',
  help: 'From the whole request to the whole answer, in seconds.',
  labelNames: ['endpoint'],
});

type Answered = {
  /** A route with its places for parameters, never the path that was asked for. */
  endpoint: string;
  method: string;
  status: number;
  /** `performance.now()` when it began. */
  began: number;
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts an answer. Whoever calls chooses the method, so that unknown ones are one. */
export function recordRequestMetrics({ endpoint, method, status, began }: Answered): void {
  answered.inc({
    endpoint,
    method: methods.has(method) ? method : 'other',
    status: `${Math.floor(status / 100)}xx`,
  });
  took.observe({ endpoint }, (performance.now() - began) / 1_000);
}
