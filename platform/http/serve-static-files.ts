import { join, resolve, sep } from 'node:path';
import compression from 'compression';
import { parse } from 'cookie';
import compressedFiles from 'express-static-gzip';

/** Matches the path of a file: a name with an extension, at the top or in /assets. Every other path is a page. */
const filePath = /^\/(?:assets\/)?[\w.()-]+\.\w+(?:\?|$)/;

/**
 * Serves the files of the built site, with precompressed copies of scripts and stylesheets. A file is sent with only a few
 * headers, because a page loads a dozen files, and on a slow connection all headers together would take noticeable time.
 *
 * @param directory contains `assets`, whose file names change with their content
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
        // Other sites embed our link preview images, which are PNGs.
        response.setHeader(
          'cross-origin-resource-policy',
          path.endsWith('.png') ? 'cross-origin' : 'same-origin',
        );
      },
    },
  });
  return (...[request, response, next]: Parameters<typeof files>) => {
    if (filePath.test(request.url)) files(request, response, next);
    else next();
  };
}

/**
 * Compresses pages for visitors without a session. A page of a signed-in user may contain a secret next to text that an
 * attacker controls, and the compressed length would reveal the secret (BREACH, https://www.breachattack.com). This
 * check and Remix's session lookup parse the header with two versions of the package `cookie`. Both versions use the
 * first of two cookies with the same name, so the check finds the same session cookie as Remix.
 *
 * @param session name of the session cookie
 */
export function compressPages({ session }: { session: string }) {
  return compression({
    filter: (request, response) => {
      const cookies = parse(request.headers.cookie ?? '');
      const isSignedIn = session in cookies || `__Host-${session}` in cookies;
      return !isSignedIn && compression.filter(request, response);
    },
  });
}
