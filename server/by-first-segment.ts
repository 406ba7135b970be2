import type { ServerBuild } from '@remix-run/node';

/** The properties common to both route tables of a build: each route's id, parent and path. */
type Routes = Record<string, { id: string; parentId?: string; path?: string } | undefined>;

/**
 * Creates a separate handler for each first path segment, at the first request with this segment. The handler has only the
 * routes that can match, because Remix matches a request against all routes of a handler, three times for a page.
 *
 * @param make creates the handler for a part of the build
 * @returns a function that finds the handler of a path, or of a URL without host
 */
export function byFirstSegment<Handler>(
  build: ServerBuild,
  make: (part: ServerBuild) => Handler,
): (url: string) => Handler {
  const segments = firstSegments(build.routes);
  const made = new Map<string, Handler>();
  return (url) => {
    const requested = toFirstSegment(url);
    const segment = segments.has(requested) ? requested : anySegment;
    let handler = made.get(segment);
    if (!handler) {
      handler = make(selectPart(build, segment));
      made.set(segment, handler);
    }
    return handler;
  };
}

/**
 * Stands for `/`, and for all first segments that no route names. Only routes with a dynamic first segment can match
 * those.
 */
const anySegment = '';

/** Returns the part of a build whose routes can match below a first segment, including their parents. */
function selectPart(build: ServerBuild, segment: string): ServerBuild {
  const { assets } = build;
  // Rendering looks routes up in the manifest, so it must have the same routes.
  const routes = selectRoutes(build.routes, segment);
  return { ...build, routes, assets: { ...assets, routes: selectRoutes(assets.routes, segment) } };
}

function selectRoutes<Table extends Routes>(routes: Table, segment: string): Table {
  const kept = new Set<string>();
  for (const id of Object.keys(routes)) {
    if (![anySegment, segment].includes(toRouteSegment(routes, id))) continue;
    for (let at: string | undefined = id; at && !kept.has(at); at = routes[at]?.parentId) {
      kept.add(at);
    }
  }
  return Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id))) as Table;
}

const firstSegments = (routes: Routes) =>
  new Set(Object.keys(routes).map((id) => toRouteSegment(routes, id)));

/**
 * Returns the first segment of a route's path, in lower case, because Remix ignores case. Returns `anySegment` if the segment
 * is dynamic.
 */
function toRouteSegment(routes: Routes, id: string): string {
  let path = '';
  for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined) {
    path = `${at.path ?? ''}/${path}`;
  }
  const [first = ''] = path.split('/').filter((segment) => segment !== '');
  return /[:*?]/.test(first) ? anySegment : first.toLowerCase();
}

/**
 * Returns the first segment of a request's path, without the `.data` of Remix's single-fetch requests. `_root.data` is the
 * landing page.
 */
function toFirstSegment(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const [, first = ''] = path.split('/');
  const plain = first.toLowerCase().replace(/\.data$/, '');
  return plain.includes('%') ? decode(plain) : plain;
}

/** Decodes a segment. A segment that cannot be decoded matches no route by name. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch (error) {
    if (error instanceof URIError) return anySegment;
    throw error;
  }
}
