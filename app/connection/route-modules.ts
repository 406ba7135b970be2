import { matchRoutes } from '@remix-run/react';
import { hideWaiting, showWaiting } from './waiting.ts';

/** What Remix stores on the window of a page: its routes, and the addresses of their scripts. */
type BrowserRoute = Parameters<typeof matchRoutes>[0][number];
type RemixWindow = {
  __remixRouter?: { routes: BrowserRoute[] };
  __remixManifest?: { routes: Record<string, { module: string; imports?: string[] }> };
};
const remix = () => window as unknown as RemixWindow;

/** The next attempt to reach the server. It is a promise, because waiting code then has no listener to remove. */
function createAttempt() {
  let resolveBegun: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    resolveBegun = resolve;
  });
  return { begun, begin: () => resolveBegun?.() };
}

let nextAttempt = createAttempt();

/** Begins an attempt. Scripts that failed to load are requested again too. */
export function beginAttempt(): void {
  const { begin } = nextAttempt;
  nextAttempt = createAttempt();
  begin();
}

/** Resolves when the next request is sent. */
const attemptBegun = () => nextAttempt.begun;

/**
 * Loads the scripts of a page into the browser's cache.
 *
 * @throws TypeError if the connection breaks
 */
export async function fetchModulesFor(path: string, fetch: typeof window.fetch): Promise<void> {
  const matches = matchRoutes(remix().__remixRouter?.routes ?? [], path) ?? [];
  const lazy = matches.filter(({ route }) => route.lazy);
  await Promise.all(lazy.map(({ route }) => fetchModule(route.id ?? '', fetch)));
}

const fetched = new Map<string, Promise<void>>();

/**
 * An error response for a script is not a lost connection: Remix requests the script again, and if that fails, reloads the
 * document.
 */
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
 * Makes route scripts wait for the connection. If a script fails to load, Remix reloads the document, and without a
 * connection the visitor would see the browser's error page.
 */
export function keepRoutesWaiting(): void {
  for (const route of flattenRoutes(remix().__remixRouter?.routes ?? [])) {
    const { lazy } = route;
    if (!lazy || guarded.has(lazy)) continue;
    route.lazy = async () => {
      await retryUntilDone(() => fetchModule(route.id ?? '', window.fetch));
      return lazy();
    };
    guarded.add(route.lazy);
  }
}

const guarded = new WeakSet<() => Promise<unknown>>();

const flattenRoutes = (routes: BrowserRoute[]): BrowserRoute[] =>
  routes.flatMap((route) => [route, ...flattenRoutes(route.children ?? [])]);

/** Retries whenever another request is sent, until the attempt succeeds. */
async function retryUntilDone(attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    const again = attemptBegun();
    try {
      return await attempt();
    } catch {
      await again;
    }
  }
}

/**
 * Loads a lazy part of a page, and waits while there is no connection. React caches the failure of a lazy component
 * permanently, so this promise never rejects.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  const key = {};
  for (let failures = 1; ; failures += 1) {
    const nextRequest = attemptBegun();
    try {
      return await load();
    } catch {
      await Promise.race([nextRequest, waitForRetry(key, failures)]);
      hideWaiting(key);
    }
  }
}

const waitForRetry = (key: object, failures: number) =>
  new Promise<void>((resolve) => {
    const request = { why: 'lost', isForm: false, form: null } as const;
    showWaiting(key, { ...request, failures, sendAgain: resolve });
  });
