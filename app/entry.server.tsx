import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { limitPerTurn } from '#platform/in-slices.ts';
import { logger } from '#platform/logger.ts';
import { renderWhole } from './render-whole.server.ts';
import { RequestContext } from './request-context.ts';

/** Time limit for rendering a page, in milliseconds. */
export const renderTimeoutMs = 5_000;

/** Maximum number of pages rendered in one iteration of the event loop. A page takes 3 to 8 ms. */
const pagesPerTurn = 3;
const waitForTurn = limitPerTurn(pagesPerTurn);

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  await waitForTurn();
  const { html, hasFailed } = await renderWhole(
    <RequestContext.Provider value={{ nonce, requestId }}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </RequestContext.Provider>,
    { nonce, limitMs: renderTimeoutMs + 1_000 },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  const page = textFirst(closedLast(withoutNulls(html)));
  return new Response(page, { headers, status: hasFailed ? 500 : status });
}

/**
 * React 18 writes a NUL into a text if one of its 2 kB buffers ends before a character of several bytes
 * (https://github.com/facebook/react/issues/24985), as happens in long Hindi texts. HTML does not allow NUL.
 */
const withoutNulls = (html: string) => html.replaceAll('\0', '');

const closing = '</body></html>';

/** Remix writes its data after `</html>`. HTML allows no scripts there, so the closing tags are moved to the end. */
const closedLast = (html: string) => html.replace(closing, '') + closing;

const inScript = (code: string) => JSON.stringify(code).replaceAll('<', '\\u003c');

/**
 * The browser loads text, styles and fonts, and paints the page, before it loads any module, because users read a page
 * before they need its scripts. A page in a background tab is not painted, so it loads the modules at once.
 *
 * Remix has no property for this. The elements stay the same, because React compares them with its own when it hydrates.
 */
const textFirst = (html: string) =>
  import.meta.env.PROD
    ? html
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" media="not all"')
        .replace(
          /<script nonce="([^"]*)" type="module" async="">(.*?)<\/script>/s,
          (_, nonce: string, code: string) =>
            `<script nonce="${nonce}">(${loadModules})(${inScript(code)})</script>`,
        )
    : html;

/**
 * JavaScript that the browser runs with the code of Remix's module script. It also forbids zod to compile its checks with
 * `eval`: zod would try that when the first schema is created, and the content security policy would report it.
 */
const loadModules = `(code, script = document.currentScript) => {
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
  const reportsPaint = PerformanceObserver.supportedEntryTypes?.includes('paint');
  if (document.hidden || !reportsPaint) return load();
  const painted = new PerformanceObserver(() => {
    painted.disconnect();
    load();
  });
  painted.observe({ type: 'paint', buffered: true });
}`;

/** Data responses are as private as the pages. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  return response;
}

/**
 * Logs errors of loaders and actions. Requests that the visitor aborted and 4xx responses are not logged, because any client
 * can cause any number of these.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logger.error({ error }, 'a page failed with an unexpected error');
}
