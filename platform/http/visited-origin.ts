import { isLoopback } from '#platform/https-only.ts';

/**
 * The origin under which a visitor uses the site, for redirects out and back, as cookies belong to
 * one host. It is the public one, except on a loopback address, where any loopback name may be
 * used.
 *
 * @param publicUrl the site's own address
 */
export function visitedOrigin(request: Request, publicUrl: string): string {
  const site = new URL(publicUrl);
  const address = `${site.protocol}//${request.headers.get('host')}`;
  if (!isLoopback(site.hostname) || !URL.canParse(address)) return site.origin;
  const visited = new URL(address);
  return isLoopback(visited.hostname) ? visited.origin : site.origin;
}
