import { isLoopback } from '#platform/https-only.ts';

/**
 * The origin by which a visitor knows the site, for what leads them away and back: cookies belong to one name.
 * It is the public one, unless that is on this machine alone: there every name of the machine will do.
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
