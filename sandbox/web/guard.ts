import type { RequestHandler } from 'express';

/** What a page may load and do. @param formAction where its forms may lead */
export const contentPolicy = ({ formAction = "'self'" } = {}) =>
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
    "frame-ancestors 'none'",
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

/** Keeps other sites, open in the same browser, from changing anything here. */
export const sameOriginOnly: RequestHandler = (request, response, next) => {
  const site = request.get('sec-fetch-site');
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads || site === undefined || site === 'same-origin' || site === 'none') next();
  else response.status(403).json({ error: 'Requests from other sites are refused.' });
};
