import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { limitPerTurn } from '#platform/in-slices.ts';
import { logger } from '#platform/logger.ts';
import { createPageCache, renderWhole } from './render-whole.server.ts';
import { RequestContext } from './request-context.ts';
import type { RootLoaderData } from './root.tsx';
import { listHostCookies, sessionCookie } from './session/cookies.server.ts';
import { isForReading, isPublicPage } from './site/public-pages.ts';

/** Time limit for rendering a page, in milliseconds. */
export const renderTimeoutMs = 5_000;

/** Maximum number of pages rendered in one iteration of the event loop. A page takes 3 to 8 ms. */
const pagesPerTurn = 3;
const waitForTurn = limitPerTurn(pagesPerTurn);

/** Public pages as visitors without a session see them. */
const visitorPages = createPageCache();

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { loaderData } = remixContext.staticHandlerContext;
  const render = async () => {
    await waitForTurn();
    return renderWhole(
      <RequestContext.Provider value={{ nonce, requestId }}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </RequestContext.Provider>,
      { nonce, limitMs: renderTimeoutMs + 1_000 },
    );
  };
  const isForVisitors =
    request.method === 'GET' &&
    status === 200 &&
    isPublicPage(pathname) &&
    !listHostCookies(request).includes(sessionCookie);
  const { html, hasFailed } = isForVisitors
    ? await visitorPages([request.url, loaderData], { nonce, requestId }, render)
    : await render();
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  const { flash } = (loaderData.root ?? {}) as Partial<RootLoaderData>;
  const onUse = isForReading(pathname) && !flash;
  const page = textFirst(closedLast(withoutNulls(html)), onUse);
  return new Response(page, { headers, status: hasFailed ? 500 : status });
}

/**
 * React 18 writes a NUL if one of its 2 kB buffers ends just before a multi-byte character
 * (https://github.com/facebook/react/issues/24985), as happens in long Hindi texts. HTML does not allow
 * NUL.
 */
const withoutNulls = (html: string) => html.replaceAll('\0', '');

const closing = '</body></html>';

/** Remix writes its data after `</html>`, where HTML allows no scripts, so this moves the closing tags to the end. */
const closedLast = (html: string) => html.replace(closing, '') + closing;

const inScript = (code: string) => JSON.stringify(code).replaceAll('<', '\\u003c');

/**
 * The browser loads text, styles and fonts and paints the page before it loads any module, because users read a page before
 * they need its scripts. A page in a background tab is not painted, so it loads the modules immediately.
 *
 * Links and forms of a page for reading work without scripts. Such a page loads the modules (100 kB) when the visitor
 * uses anything but a link.
 *
 * Remix has no setting for this, so this function changes the HTML. The elements stay the same, because React compares
 * them with its own during hydration.
 */
const textFirst = (html: string, onUse: boolean) =>
  import.meta.env.PROD
    ? html
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" media="not all"')
        .replace(
          /<script nonce="([^"]*)" type="module" async="">(.*?)<\/script>/s,
          (_, nonce: string, code: string) =>
            `<script nonce="${nonce}">(${loadModules})(${inScript(code)}, ${onUse})</script>`,
        )
    : html;

/**
 * The source of a function that loads the modules of a page. It gets the code of Remix's module script. It also keeps
 * zod from compiling its checks with `eval`: zod would try this with the first schema, and the content security policy
 * would report it.
 */
const loadModules = `(code, onUse, script = document.currentScript) => {
  globalThis.__zod_globalConfig = { jitless: true };
  const add = (name, properties) => {
    const element = Object.assign(document.createElement(name), properties);
    document.head.append(element);
    // React does not know it.
    element.remove();
  };
  const load = () => {
    for (const { href } of document.querySelectorAll('link[rel=modulepreload]'))
      add('link', { rel: 'modulepreload', href });
    add('script', { type: 'module', nonce: script.nonce, text: code });
  };
  if (onUse) {
    const uses = ['pointerdown', 'pointerover', 'keydown', 'focusin'];
    const use = ({ type, target }) => {
      const on = (selector) => target instanceof Element && target.closest(selector);
      if (on('a') || (type === 'pointerover' && !on('button, input, label, summary'))) return;
      for (const each of uses) removeEventListener(each, use, true);
      load();
    };
    for (const each of uses) addEventListener(each, use, true);
    return;
  }
  const reportsPaint = PerformanceObserver.supportedEntryTypes?.includes('paint');
  if (document.hidden || !reportsPaint) return load();
  const painted = new PerformanceObserver(() => {
    painted.disconnect();
    load();
  });
  painted.observe({ type: 'paint', buffered: true });
}`;

/** Sets the headers of data responses, which are as private as the pages. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  return response;
}

/**
 * Logs errors of loaders and actions, but no aborted requests and no 4xx responses, because any client can cause any number
 * of these.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logger.error({ error }, 'a page failed with an unexpected error');
}
