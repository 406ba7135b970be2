import { randomBytes } from 'node:crypto';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import express, { type Express } from 'express';
import { paths } from '#app/paths.ts';
import { canPay } from '#app/payments/can-pay.server.ts';
import { checkoutOrigins } from '#app/payments/checkout-origins.ts';
import { sessionCookie } from '#app/session/session-cookie.ts';
import { env } from '#platform/env.ts';
import { clientAddress, exactAddress } from '#platform/http/client-address.ts';
import { compressed } from '#platform/http/compressed.ts';
import { drained } from '#platform/http/drained.ts';
import { measureRequest } from '#platform/http/measure-request.server.ts';
import { refuseCrossSite } from '#platform/http/refuse-cross-site.ts';
import { refuseMethods } from '#platform/http/refuse-methods.ts';
import {
  openerPolicy,
  permissionsPolicy,
  securityHeaders,
} from '#platform/http/security-headers.ts';
import { siteFiles } from '#platform/http/site-files.ts';
import { newId } from '#platform/ids.server.ts';
import { withLogContext } from '#platform/logger.ts';
import { byFirstSegment } from './by-first-segment.ts';

/**
 * Answers the requests of browsers: files of the site, then headers and refusals that all pages share, then Remix.
 *
 * @param mode of Remix: in `development` the files come from Vite, and its scripts are let run
 */
export function createPages(build: ServerBuild, mode: 'production' | 'development'): Express {
  const inDevelopment = mode === 'development';
  const pages = express();
  pages.disable('x-powered-by');
  pages.use(({ method }, response, next) => {
    const began = performance.now();
    response.once('finish', () => {
      measureRequest({ endpoint: 'pages', method, status: response.statusCode, began });
    });
    next();
  });
  if (!inDevelopment) pages.use(siteFiles('build/client'));
  pages.use((_request, response, next) => {
    const requestId = newId('req');
    response.locals.nonce = randomBytes(16).toString('base64');
    response.locals.requestId = requestId;
    response.setHeader('x-request-id', requestId);
    withLogContext({ requestId }, next);
  });
  pages.use(compressed({ session: sessionCookie }));
  pages.use(
    securityHeaders({
      relaxed: inDevelopment,
      scriptsFrom: env.ANALYTICS_SCRIPT_URL ? [new URL(env.ANALYTICS_SCRIPT_URL).origin] : [],
      ...(canPay() && { checkout: checkoutOrigins(env) }),
    }),
  );
  pages.use(permissionsPolicy({ payIn: canPay() ? checkoutOrigins(env).frames : [] }));
  pages.use(openerPolicy({ comesBack: '/auth/callback' }));
  pages.use(refuseMethods);
  pages.use(
    refuseCrossSite({
      origin: new URL(env.PUBLIC_URL).origin,
      anyName: env.NODE_ENV !== 'production',
      openPath: paths.paymentCallback,
    }),
  );
  const remix = byFirstSegment(build, (part) =>
    createRequestHandler({ build: part, mode, getLoadContext }),
  );
  pages.all('*', (request, response, next) => remix(request.url)(request, response, next));
  return pages;
}

/** What loaders, actions and the rendering are told of a request. */
const getLoadContext: GetLoadContextFunction = (request, response) => ({
  nonce: response.locals.nonce as string,
  requestId: response.locals.requestId as string,
  clientAddress: clientAddress(request, env.TRUSTED_PROXIES),
  exactAddress: exactAddress(request, env.TRUSTED_PROXIES),
  drained: () => drained(response),
  retryAfter: (seconds: number) => response.setHeader('retry-after', String(seconds)),
});
