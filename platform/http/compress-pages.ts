import compression from 'compression';
import { parse } from 'cookie';

/**
 * Compresses pages for visitors without a session. A signed-in user's page may contain a secret
 * next to attacker-controlled text, and its compressed length would leak the secret (BREACH,
 * https://www.breachattack.com). Remix's session lookup parses the same header with a version of
 * `cookie` of its own; both take the first of two cookies with one name.
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
