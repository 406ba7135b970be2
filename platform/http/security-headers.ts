import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

type Options = {
  /** Leaves out the content policy, for development, where the compiler injects scripts. */
  relaxed: boolean;
  /** Other sites whose scripts may run, and may call home. */
  scriptsFrom: string[];
  /** What a checkout of a payment provider needs, by origins. */
  checkout?: Checkout;
};

type Checkout = {
  scripts: string[];
  frames: string[];
  connections: string[];
  images: string[];
  /** Beside our own; a word of the policy, where it needs styles within the page. */
  styles: string[];
  /** Where a form of ours leads a browser to that runs no scripts. */
  forms: string[];
};

/** For how long browsers come by https alone, once they did. */
const yearSeconds = 31_536_000;

const noCheckout: Checkout = {
  scripts: [],
  frames: [],
  connections: [],
  images: [],
  styles: [],
  forms: [],
};

/**
 * The security headers of every page. Scripts run only from our own address, from `scriptsFrom`, and
 * with the nonce that this response carries in `response.locals.nonce`. The checkout is allowed on every
 * page, as a document stays the same from page to page, and its policy with it.
 */
export function securityHeaders({ relaxed, scriptsFrom, checkout = noCheckout }: Options) {
  const nonce = (_request: unknown, response: ServerResponse) =>
    `'nonce-${(response as ServerResponse & { locals: { nonce: string } }).locals.nonce}'`;
  return helmet({
    contentSecurityPolicy: relaxed
      ? false
      : {
          directives: {
            defaultSrc: ["'self'"],
            scriptSrc: ["'self'", nonce, ...scriptsFrom, ...checkout.scripts],
            connectSrc: ["'self'", ...scriptsFrom, ...checkout.connections],
            frameSrc: checkout.frames.length > 0 ? checkout.frames : ["'none'"],
            styleSrc: ["'self'", ...checkout.styles],
            imgSrc: ["'self'", 'data:', ...checkout.images],
            objectSrc: ["'none'"],
            baseUri: ["'none'"],
            frameAncestors: ["'none'"],
            formAction: ["'self'", ...checkout.forms],
            upgradeInsecureRequests: null,
          },
        },
    // Set beside this: it differs by page.
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: yearSeconds, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  });
}

/**
 * The security headers of what is no page: answers to programs. Should a browser be led to one, it shows a text
 * and nothing else.
 */
export const apiSecurityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Parts of a device that no page of ours has a use for. */
const unused = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'serial', 'usb'];

/**
 * Keeps what is used of a device to what pages need, which is nothing but paying.
 *
 * @param payIn origins of the checkout's frames
 */
export function permissionsPolicy({ payIn }: { payIn: string[] }) {
  const payment = ['self', ...payIn.map((origin) => `"${origin}"`)].join(' ');
  const policy = [...unused.map((part) => `${part}=()`), `payment=(${payment})`].join(', ');
  return (_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    response.setHeader('permissions-policy', policy);
    next();
  };
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
