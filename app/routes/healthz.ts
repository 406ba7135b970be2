/** Whether this process is up. It asks nobody else: a database that is away is no reason to restart it. */
export function loader() {
  return new Response('{"status":"ok"}', {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
