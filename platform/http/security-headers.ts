import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The security headers of every page. Scripts run only from our own address and with the nonce
 * that this response carries in `response.locals.nonce`.
 *
 * @param relaxed leaves out the content policy, for development, where the compiler injects scripts
 */
export function securityHeaders({ relaxed }: { relaxed: boolean }) {
  const nonce = (_request: unknown, response: ServerResponse) =>
    `'nonce-${(response as ServerResponse & { locals: { nonce: string } }).locals.nonce}'`;
  return helmet({
    contentSecurityPolicy: relaxed
      ? false
      : {
          directives: {
            defaultSrc: ["'self'"],
            scriptSrc: ["'self'", nonce],
            styleSrc: ["'self'"],
            imgSrc: ["'self'", 'data:'],
            objectSrc: ["'none'"],
            baseUri: ["'none'"],
            frameAncestors: ["'none'"],
            formAction: ["'self'"],
            upgradeInsecureRequests: null,
          },
        },
    // Set beside this: it differs by page.
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}

/**
 * Keeps other sites' windows from getting hold of ours, while a page of ours may open windows of
 * other sites and hear from them when they have come back.
 *
 * @param comesBack path of the page where such a window ends: were it stricter than the other
 *   site, its browser would have cut it off from who opened it
 */
export function openerPolicy({ comesBack }: { comesBack: string }) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const [path] = (request.url ?? '').split('?');
    const policy = path === comesBack ? 'unsafe-none' : 'same-origin-allow-popups';
    response.setHeader('cross-origin-opener-policy', policy);
    next();
  };
}
