import type { LoaderFunctionArgs } from '@remix-run/node';
import { checkWebReadiness } from '#platform/readiness/readiness.ts';

/**
 * Readiness probe: 503 while messages cannot be accepted, and during shutdown. It is public, so it gives the reason of
 * `degraded`, but does not name a missing service, which only the metrics port does.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  context.endpoint = '/readyz';
  const { isReady, report } = await checkWebReadiness();
  return new Response(JSON.stringify({ status: report.status, reason: report.reason }), {
    status: isReady ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
