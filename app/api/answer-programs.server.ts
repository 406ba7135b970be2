import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { ApiRequestContext } from '#platform/http/fetch-adapter.server.ts';

type Handle = (request: Request, context: ApiRequestContext) => Promise<Response>;

/** The one resource route of the API: its loader finds the endpoint by itself, whatever the method. */
const apiRoute = 'routes/api.v1.$';

/**
 * Answers what programs ask. A call of the API goes to its resource route at once: looking for that among all routes
 * took Remix most of the time of an empty call. What has a route of its own, such as visits of browsers that sign in
 * elsewhere or `/healthz`, goes the ordinary way.
 *
 * @param throughRemix the ordinary way
 */
export function answerPrograms(build: ServerBuild, throughRemix: Handle): Handle {
  const serve = build.routes[apiRoute]?.module.loader;
  if (!serve) throw new Error(`There is no route ${apiRoute}`);
  const own = pathsWithRoutes(build);
  return async (request, context) => {
    const path = comparable(new URL(request.url).pathname);
    if (!path.startsWith('/api') || own.has(path)) return throughRemix(request, context);
    const answer = await serve({ request, params: {}, context: context as AppLoadContext });
    return answer as Response;
  };
}

/** The paths that have a route of their own: those without parameters. */
function pathsWithRoutes({ routes }: ServerBuild): Set<string> {
  const paths = Object.values(routes).flatMap((route) => route?.path ?? []);
  return new Set(
    paths.filter((path) => !/[*:]/.test(path)).map((path) => `/${path.toLowerCase()}`),
  );
}

/** As Remix compares paths: letter case, encoded letters and a slash at the end make no difference. */
function comparable(pathname: string): string {
  const plain = pathname.includes('%') ? decodeURIComponent(pathname) : pathname;
  return plain.toLowerCase().replace(/\/$/, '');
}
