import compression from 'compression';

/**
 * Compresses the pages that visitors are sent. A page for who is signed in may hold a secret beside
 * what a stranger made them type, and its compressed length would tell of the secret (BREACH,
 * https://www.breachattack.com): whoever comes with a session gets it as it is.
 *
 * @param session name of the session's cookie
 */
export function compressPages({ session }: { session: string }) {
  const cookie = new RegExp(`(?:^|; )(?:__Host-)?${session}=`);
  return compression({
    filter: (request, response) =>
      !cookie.test(request.headers.cookie ?? '') && compression.filter(request, response),
  });
}
