import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { limitPerTurn } from '#platform/in-slices.ts';
import { logger } from '#platform/logger.ts';
import { renderWhole } from './render-whole.server.ts';
import { RequestContext } from './request-context.ts';

/** Time limit for rendering a page, in milliseconds. */
export const renderTimeoutMs = 5_000;

/** A page takes 3 to 8 ms. */
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

/**
 * Remix writes its data after `</html>`, where HTML allows no scripts, so the closing tags are moved to the
 * end.
 */
const closedLast = (html: string) => html.replace(closing, '') + closing;

/**
 * Pages are read before their scripts run, so text, styles and fonts load first. Remix has no property for
 * `fetchpriority`, and React warns about the attribute in development.
 */
const textFirst = (html: string) =>
  import.meta.env.PROD
    ? html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    : html;

/** Data responses are as private as the pages. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  return response;
}

/**
 * Logs errors of loaders and actions, except requests that the visitor aborted and 4xx responses: any client
 * can cause those, in any number.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logger.error({ error }, 'a page failed with an unexpected error');
}
