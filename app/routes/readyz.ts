import type { LoaderFunctionArgs } from '@remix-run/node';
import { checkWebReadiness } from '#platform/readiness/readiness.ts';

/**
 * Readiness probe: 503 while messages cannot be accepted, and during shutdown. The probe is public: it gives the
 * reason of `degraded`, but does not name a missing service. Only the metrics port names it.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  context.endpoint = '/readyz';
  const { isReady, report } = await checkWebReadiness();
  return new Response(JSON.stringify({ status: report.status, reason: report.reason }), {
    status: isReady ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
