import type { LoaderFunctionArgs } from '@remix-run/node';
import { checkWebReadiness } from '#platform/readiness/readiness.server.ts';

/**
 * Whether a proxy should send requests here: not while nothing can be accepted, nor once it ends. Anybody can ask,
 * so it does not name what is away: the port of the metrics does.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  context.endpoint = '/readyz';
  const { isReady, report } = await checkWebReadiness();
  return new Response(JSON.stringify({ status: report.status }), {
    status: isReady ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
