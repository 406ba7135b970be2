import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { logger } from '#platform/logger.ts';
import { renderWhole } from './render-whole.server.ts';
import { RequestContext } from './request-context.ts';

/** Longest that a page may take to render. */
export const renderTimeoutMs = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
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
 * React 18 writes a NUL into a text where one of its buffers of 2 kB ends before a letter of several bytes
 * (https://github.com/facebook/react/issues/24985); long texts in Hindi come to it. HTML allows none.
 */
const withoutNulls = (html: string) => html.replaceAll('\0', '');

const closing = '</body></html>';

/** Remix writes its data behind the document, where HTML allows no scripts: the end goes to the end. */
const closedLast = (html: string) => html.replace(closing, '') + closing;

/**
 * Pages are read before their scripts run, so text, styles and fonts come over the wire first. Remix
 * has no property for it, and React would warn of the attribute while it develops.
 */
const textFirst = (html: string) =>
  import.meta.env.PROD
    ? html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    : html;

/** What pages fetch is as private as the pages themselves. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  return response;
}

/**
 * Errors of loaders and actions. No errors are requests that the visitor broke off, and those that no route
 * takes: anybody can send them, as many as they like.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logger.error({ error }, 'a page failed');
}
