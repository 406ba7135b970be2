import type { RequestHandler } from 'express';

/**
 * What a page may load and do.
 *
 * @param formAction where its forms may lead
 * @param frameAncestors whose pages may show it in a frame
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

/** Headers of every answer. Texts are hostile input: even one that slipped through could not run. */
export const secureHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  next();
};

/** Where merchants send their customers to by a form: it shows a page, and changes nothing. */
const shownToAll = '/razorpay/v1/checkout/embedded';

/** Keeps other sites, open in the same browser, from changing anything here. */
export const sameOriginOnly: RequestHandler = (request, response, next) => {
  const site = request.get('sec-fetch-site');
  const reads = ['GET', 'HEAD'].includes(request.method) || request.path === shownToAll;
  if (reads || site === undefined || site === 'same-origin' || site === 'none') next();
  else response.status(403).json({ error: 'Requests from other sites are refused.' });
};
