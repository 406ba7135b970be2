import type { LoaderFunctionArgs } from '@remix-run/node';

/** Whether this process is up. It asks nobody else: a database that is away is no reason to restart it. */
export function loader({ context }: LoaderFunctionArgs) {
  context.endpoint = '/healthz';
  return new Response('{"status":"ok"}', {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
