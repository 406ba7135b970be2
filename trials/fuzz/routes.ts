import { loadServerBuild } from '#tests/harness/server-build.ts';

export type Route = { id: string; path?: string | undefined; hasAction: boolean };

export async function readRoutes(): Promise<Route[]> {
  const { routes } = await loadServerBuild();
  return Object.values(routes).flatMap((route) =>
    route ? [{ id: route.id, path: route.path, hasAction: 'action' in route.module }] : [],
  );
}

/** Whether a route serves the API, whose endpoints are in the OpenAPI document. */
export const isEndpoint = ({ path = '' }: Route) => /^api\/(?:v1\/|\*)/.test(path);

/** The path of a route with `{name}` for each parameter. */
export const templateOf = ({ path = '' }: Route) =>
  `/${path.replaceAll(/\/?:(\w+)(\??)/g, (whole, name) => `${whole.startsWith('/') ? '/' : ''}{${name}}`).replace('*', '{rest}')}`;
