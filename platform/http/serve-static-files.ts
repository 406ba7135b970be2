import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve, sep } from 'node:path';
import compressedFiles from 'express-static-gzip';

/** A file's path: one name with an ending, below /assets or not. Whatever else is asked for is a page. */
const filePath = /^\/(?:assets\/)?[\w.()-]+\.\w+(?:\?|$)/;

/**
 * The files of the built site, of which scripts and stylesheets have compressed copies beside them.
 * They are the same for everybody and no pages, so of a page's headers they need few: on a slow line
 * the rest of them, a dozen times over, is felt.
 *
 * @param directory with `assets`, whose names change with what is in them
 */
export function serveStaticFiles(directory: string) {
  const assets = resolve(join(directory, 'assets')) + sep;
  const files = compressedFiles(directory, {
    enableBrotli: true,
    index: false,
    orderPreference: ['br', 'gz'],
    serveStatic: {
      cacheControl: false,
      setHeaders: (response, path) => {
        const isAsset = path.startsWith(assets);
        response.setHeader('x-content-type-options', 'nosniff');
        response.setHeader(
          'cache-control',
          isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
        // Other sites show the pictures beside links to ours.
        response.setHeader(
          'cross-origin-resource-policy',
          path.endsWith('.png') ? 'cross-origin' : 'same-origin',
        );
      },
    },
  });
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (filePath.test(request.url ?? '')) files(request as never, response as never, next);
    else next();
  };
}
