import { randomBytes } from 'node:crypto';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import express, { type Express } from 'express';
import { paths } from '#app/paths.ts';
import { checkoutOrigins } from '#app/payments/checkout-origins.ts';
import { sessionCookie } from '#app/session/cookies.server.ts';
import { siteSettings } from '#app/site/settings.server.ts';
import { isOnlinePaymentEnabled, razorpaySettings } from '#domain/billing/payments/settings.ts';
import { recordRequestMetrics } from '#platform/http/api-adapter.ts';
import { clientIp, rateLimitAddress } from '#platform/http/client-ip.ts';
import { toSending, waitForDrain } from '#platform/http/drain.ts';
import { rejectCrossSite, rejectMethods } from '#platform/http/reject-requests.ts';
import { withoutData } from '#platform/http/request-target.ts';
import {
  openerPolicy,
  permissionsPolicy,
  securityHeaders,
} from '#platform/http/security-headers.ts';
import { compressPages, serveStaticFiles } from '#platform/http/serve-static-files.ts';
import { newId } from '#platform/ids.ts';
import { withLogContext } from '#platform/logger.ts';
import { sharePageReads } from '#platform/request-scope.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { byFirstSegment } from './by-first-segment.ts';

/**
 * Handles the requests of browsers: first static files, then common headers and checks, then Remix.
 *
 * @param mode Remix's mode. In `development`, Vite serves the files, and its scripts are allowed
 */
export function createPages(build: ServerBuild, mode: 'production' | 'development'): Express {
  const inDevelopment = mode === 'development';
  const pages = express();
  pages.disable('x-powered-by');
  pages.use(({ method }, response, next) => {
    const began = performance.now();
    response.once('finish', () => {
      recordRequestMetrics({ endpoint: 'pages', method, status: response.statusCode, began });
    });
    next();
  });
  if (!inDevelopment) pages.use(serveStaticFiles('build/client'));
  pages.use((request, response, next) => {
    const requestId = newId('req');
    response.locals.nonce = randomBytes(16).toString('base64');
    response.locals.requestId = requestId;
    response.setHeader('x-request-id', requestId);
    withLogContext({ requestId }, next, {
      requestId,
      address: clientIp(request, serverSettings.TRUSTED_PROXIES),
      userAgent: request.headers['user-agent'] ?? '',
    });
  });
  pages.use(compressPages({ session: sessionCookie }));
  pages.use(
    securityHeaders({
      relaxed: inDevelopment,
      scriptsFrom: siteSettings.ANALYTICS_SCRIPT_URL
        ? [new URL(siteSettings.ANALYTICS_SCRIPT_URL).origin]
        : [],
      ...(isOnlinePaymentEnabled() && { checkout: checkoutOrigins(razorpaySettings) }),
    }),
  );
  pages.use(
    permissionsPolicy({
      payIn: isOnlinePaymentEnabled() ? checkoutOrigins(razorpaySettings).frames : [],
    }),
  );
  pages.use(openerPolicy({ comesBack: '/auth/callback' }));
  pages.use(rejectMethods);
  pages.use(
    rejectCrossSite({
      origin: new URL(serverSettings.PUBLIC_URL).origin,
      anyName: serverSettings.NODE_ENV !== 'production',
      openPath: paths.paymentCallback,
    }),
  );
  const remix = byFirstSegment(build, (part) =>
    createRequestHandler({ build: part, mode, getLoadContext }),
  );
  pages.all('*', (request, response, next) => {
    request.originalUrl = withoutData(request.originalUrl);
    const handle = () => remix(request.url)(request, response, next);
    const onlyReads = request.method === 'GET' && request.path.startsWith(paths.dashboard());
    return onlyReads ? sharePageReads(handle) : handle();
  });
  return pages;
}

/** Creates the load context, which loaders, actions and rendering use. */
const getLoadContext: GetLoadContextFunction = (request, response) => ({
  nonce: response.locals.nonce as string,
  requestId: response.locals.requestId as string,
  clientAddress: rateLimitAddress(request, serverSettings.TRUSTED_PROXIES),
  exactAddress: clientIp(request, serverSettings.TRUSTED_PROXIES),
  drained: () => waitForDrain(response),
  sending: toSending(response),
  retryAfter: (seconds: number) => response.setHeader('retry-after', String(seconds)),
});
