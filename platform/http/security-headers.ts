import type { ServerResponse } from 'node:http';
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
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
