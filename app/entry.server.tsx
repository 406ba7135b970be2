import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { logger } from '#platform/logger.ts';
import { ResponseContext } from './response-context.ts';

/** Longest that a page may take to render. */
export const streamTimeout = 5_000;

/** Renders a page whole: what it shows was loaded before, so there is nothing to wait for in parts. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ResponseContext.Provider value={{ nonce, requestId }}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </ResponseContext.Provider>,
      {
        nonce,
        onAllReady: () => {
          headers.set('content-type', 'text/html; charset=utf-8');
          headers.set('cache-control', 'no-store');
          text(pipe(new PassThrough())).then((html) => {
            const page = textFirst(closedLast(withoutNulls(html)));
            resolve(new Response(page, { headers, status: responseStatus }));
          }, reject);
        },
        onShellError: reject,
        onError: (error) => {
          responseStatus = 500;
          logger.error({ error }, 'a page could not be rendered');
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
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
