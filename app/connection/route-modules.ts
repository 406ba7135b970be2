import { matchRoutes } from '@remix-run/react';

/** What Remix leaves on the window of a page: its routes, and where their scripts are. */
type LazyRoute = {
  id: string;
  path?: string;
  lazy?: () => Promise<unknown>;
  children?: LazyRoute[];
};
type RemixWindow = {
  __remixRouter?: { routes: LazyRoute[] };
  __remixManifest?: { routes: Record<string, { module: string; imports?: string[] }> };
};
const remix = () => window as unknown as RemixWindow;

/** An attempt to reach the server that is to come. A promise, as one that nobody waits for keeps nothing. */
function createAttempt() {
  let resolveBegun: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    resolveBegun = resolve;
  });
  return { begun, begin: () => resolveBegun?.() };
}

let nextAttempt = createAttempt();

/** Tells scripts that could not be loaded that the server is asked for something again. */
export function beginAttempt(): void {
  const { begin } = nextAttempt;
  nextAttempt = createAttempt();
  begin();
}

/** Resolves when the server is asked for something again. */
export const attemptBegun = () => nextAttempt.begun;

/** Brings the scripts of a page into the browser's cache. @throws TypeError if the connection breaks */
export async function fetchModulesFor(path: string, fetch: typeof window.fetch): Promise<void> {
  const matches = matchRoutes((remix().__remixRouter?.routes ?? []) as never, path) ?? [];
  const lazy = matches.filter(({ route }) => (route as LazyRoute).lazy);
  await Promise.all(lazy.map(({ route }) => fetchModule(route.id ?? '', fetch)));
}

const fetched = new Map<string, Promise<void>>();

/** A script that the server refuses is no lost connection: Remix asks for it, and opens the page anew. */
async function fetchModule(id: string, fetch: typeof window.fetch): Promise<void> {
  const { module, imports = [] } = remix().__remixManifest?.routes[id] ?? { module: '' };
  await Promise.all(
    [module, ...imports].filter(Boolean).map((url) => {
      const begun =
        fetched.get(url) ?? fetch(url).then(async (response) => void (await response.text()));
      fetched.set(url, begun);
      begun.catch(() => fetched.delete(url));
      return begun;
    }),
  );
}

/**
 * Lets the scripts of routes wait for the connection. Remix reloads the document when one does not come,
 * which without a connection leaves the visitor with the browser's own error page.
 */
export function keepRoutesWaiting(): void {
  for (const route of allOf(remix().__remixRouter?.routes ?? [])) {
    const { lazy } = route;
    if (!lazy || guarded.has(lazy)) continue;
    route.lazy = async () => {
      await untilDone(() => fetchModule(route.id, window.fetch));
      return lazy();
    };
    guarded.add(route.lazy);
  }
}

const guarded = new WeakSet<() => Promise<unknown>>();

const allOf = (routes: LazyRoute[]): LazyRoute[] =>
  routes.flatMap((route) => [route, ...allOf(route.children ?? [])]);

/** Tries until it is done, each time that the server is asked for something. */
async function untilDone(attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    const again = attemptBegun();
    try {
      return await attempt();
    } catch {
      await again;
    }
  }
}
