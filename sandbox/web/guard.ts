import type { RequestHandler } from 'express';

/**
 * The content security policy of a page.
 *
 * @param formAction allowed targets of forms
 * @param frameAncestors origins that may embed the page
 */
export const contentPolicy = ({ formAction = "'self'", frameAncestors = "'none'" } = {}) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    `form-action ${formAction}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

const policy = contentPolicy();

/** Security headers of every response. Texts are untrusted: unescaped ones still could not run. */
export const secureHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  next();
};

/** Merchants post to this page from other origins; it changes nothing. */
const shownToAll = '/razorpay/v1/checkout/embedded';

/** Rejects changes from other sites in the same browser (CSRF). */
export const sameOriginOnly: RequestHandler = (request, response, next) => {
  const site = request.get('sec-fetch-site');
  const reads = ['GET', 'HEAD'].includes(request.method) || request.path === shownToAll;
  if (reads || site === undefined || site === 'same-origin' || site === 'none') next();
  else response.status(403).json({ error: 'Requests from other sites are rejected.' });
};
