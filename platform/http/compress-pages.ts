import compression from 'compression';

/**
 * Compresses pages for visitors without a session. A signed-in user's page may contain a secret
 * next to attacker-controlled text, and its compressed length would leak the secret (BREACH,
 * https://www.breachattack.com).
 *
 * @param session name of the session cookie
 */
export function compressPages({ session }: { session: string }) {
  const cookie = new RegExp(`(?:^|; )(?:__Host-)?${session}=`);
  return compression({
    filter: (request, response) =>
      !cookie.test(request.headers.cookie ?? '') && compression.filter(request, response),
  });
}
