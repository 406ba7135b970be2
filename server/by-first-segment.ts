import type { ServerBuild } from '@remix-run/node';

/** What the tables of a build have in common: who lies below whom, and at which part of a path. */
type Routes = Record<string, { id: string; parentId?: string; path?: string } | undefined>;

/**
 * A handler for each first segment of a path, made when it is first asked for, with the routes that can match there
 * and no others: Remix compares each request with every route that it is given, three times for a page.
 *
 * @param make makes the handler of a part of the build
 * @returns finds the handler of a path or an address without its host
 */
export function byFirstSegment<Handler>(
  build: ServerBuild,
  make: (part: ServerBuild) => Handler,
): (url: string) => Handler {
  const segments = firstSegments(build.routes);
  const made = new Map<string, Handler>();
  return (url) => {
    const asked = firstSegmentOf(url);
    const segment = segments.has(asked) ? asked : anySegment;
    let handler = made.get(segment);
    if (!handler) {
      handler = make(partOf(build, segment));
      made.set(segment, handler);
    }
    return handler;
  };
}

/** Stands for a segment that no route names, and for none: what is there can match anything. */
const anySegment = '';

/** The part of a build whose routes can match below a first segment, with all that they lie in. */
function partOf(build: ServerBuild, segment: string): ServerBuild {
  const { assets } = build;
  // What is rendered looks for its route among those of the manifest.
  const routes = keptOf(build.routes, segment);
  return { ...build, routes, assets: { ...assets, routes: keptOf(assets.routes, segment) } };
}

function keptOf<Table extends Routes>(routes: Table, segment: string): Table {
  const kept = new Set<string>();
  for (const id of Object.keys(routes)) {
    if (![anySegment, segment].includes(firstSegmentOfRoute(routes, id))) continue;
    for (let at: string | undefined = id; at && !kept.has(at); at = routes[at]?.parentId) {
      kept.add(at);
    }
  }
  return Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id))) as Table;
}

const firstSegments = (routes: Routes) =>
  new Set(Object.keys(routes).map((id) => firstSegmentOfRoute(routes, id)));

/** In lower case, as Remix compares it; `anySegment` where the route can match several. */
function firstSegmentOfRoute(routes: Routes, id: string): string {
  let path = '';
  for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined) {
    path = `${at.path ?? ''}/${path}`;
  }
  const [first = ''] = path.split('/').filter((segment) => segment !== '');
  return /[:*?]/.test(first) ? anySegment : first.toLowerCase();
}

/** Of a request: without the ending of Remix's own questions, whose `_root.data` is the landing page. */
function firstSegmentOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const [, first = ''] = path.split('/');
  const plain = first.toLowerCase().replace(/\.data$/, '');
  return plain.includes('%') ? decoded(plain) : plain;
}

/** What cannot be decoded matches no segment that a route names. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch (error) {
    if (error instanceof URIError) return anySegment;
    throw error;
  }
}
