import type { ServerBuild } from '@remix-run/node';

/** A route's path, with example values for its parameters and its splat. */
export function examplePath(build: ServerBuild, id: string): string {
  const route = build.routes[id];
  const above = route?.parentId ? examplePath(build, route.parentId) : '';
  const own = (route?.path ?? '').replace('*', 'no/such/page').replaceAll(/:\w+\??/g, 'x');
  return own === '' ? above : `${above}/${own.replaceAll('?', '')}`;
}
