import type { LoaderFunctionArgs } from '@remix-run/node';

/** Liveness probe. Checks no other service: an unavailable database is no reason to restart the process. */
export function loader({ context }: LoaderFunctionArgs) {
  context.endpoint = '/healthz';
  return new Response('{"status":"ok"}', {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
