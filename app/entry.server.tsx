import { PassThrough } from 'node:stream';
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
} from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { logger } from '#platform/logger.ts';
import { NonceContext } from './nonce.ts';

/** Longest that a page may take to render. */
export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  // People see the page as it comes; robots get it whole.
  const ready = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [ready]: () => {
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          headers.set('cache-control', 'no-store');
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              headers,
              status: responseStatus,
            }),
          );
          pipe(body);
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

/** What pages fetch is as private as the pages themselves. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Errors of loaders and actions; those of requests that the visitor broke off are no errors. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted) logger.error({ error }, 'a page failed');
}
