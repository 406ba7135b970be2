import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

type Options = {
  /** Whether to omit the content security policy. Development omits it, because Vite injects scripts. */
  relaxed: boolean;
  /** Origins whose scripts may run, and to which pages may connect. */
  scriptsFrom: string[];
  /** Origins that a payment provider's checkout needs. */
  checkout?: Checkout;
};

type Checkout = {
  scripts: string[];
  frames: string[];
  connections: string[];
  images: string[];
  /** Sources of styles besides our own; `'unsafe-inline'` if the checkout needs inline styles. */
  styles: string[];
  /** The URLs to which forms may be sent, for browsers without JavaScript. */
  forms: string[];
};

/** Duration of HSTS in seconds. */
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
 * Creates the middleware for the security headers of every page. Scripts run only from our own origin, from `scriptsFrom`, and
 * with the nonce in `response.locals.nonce`. The checkout is allowed on every page, because a navigation in the browser keeps
 * the document and its policy.
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
    // `openerPolicy` sets this header, because it differs by page.
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: yearSeconds, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  });
}

/** The security headers of API responses. A browser that opens such a response shows only plain text. */
export const apiSecurityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Device features that no page uses. */
const unusedFeatures = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'serial',
  'usb',
];

/**
 * Allows payment, the only device feature that pages use.
 *
 * @param payIn origins of the checkout's frames
 */
export function permissionsPolicy({ payIn }: { payIn: string[] }) {
  const payment = ['self', ...payIn.map((origin) => `"${origin}"`)].join(' ');
  const policy = [...unusedFeatures.map((part) => `${part}=()`), `payment=(${payment})`].join(', ');
  return (_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    response.setHeader('permissions-policy', policy);
    next();
  };
}

/**
 * Isolates our windows from other sites' windows, but lets our pages open popups of other sites and receive their result.
 *
 * @param comesBack the path of our page to which such a popup returns. This page gets a less strict policy, because a stricter
 *   policy would cut the popup off from its opener.
 */
export function openerPolicy({ comesBack }: { comesBack: string }) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const [path] = (request.url ?? '').split('?');
    const policy = path === comesBack ? 'unsafe-none' : 'same-origin-allow-popups';
    response.setHeader('cross-origin-opener-policy', policy);
    next();
  };
}
