import { join, resolve, sep } from 'node:path';
import compression from 'compression';
import { parse } from 'cookie';
import compressedFiles from 'express-static-gzip';

/** A file path: one name with an extension, below /assets or not. Everything else is a page. */
const filePath = /^\/(?:assets\/)?[\w.()-]+\.\w+(?:\?|$)/;

/**
 * Serves the files of the built site, with precompressed copies of scripts and stylesheets. They get few headers, because a
 * page loads a dozen of them, and the full set is noticeable on a slow line.
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
        // Other sites embed the link preview images.
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
 * Compresses pages for visitors without a session. A signed-in user's page may contain a secret
 * next to attacker-controlled text, and its compressed length would leak the secret (BREACH,
 * https://www.breachattack.com). Remix's session lookup parses the same header with another version
 * of `cookie`; both take the first of two cookies with one name.
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
