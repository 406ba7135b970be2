import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { createRequestHandler as createPageHandler } from '@remix-run/express';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import express from 'express';
import { answerUnavailable } from '#app/answer-unavailable.server.ts';
import { answerPrograms } from '#app/api/answer-programs.server.ts';
import { failure } from '#app/api/respond.server.ts';
import { limitForms } from '#app/forms/limit-forms.server.ts';
import { paths } from '#app/paths.ts';
import { canPay } from '#app/payments/can-pay.server.ts';
import { checkoutOrigins } from '#app/payments/checkout-origins.ts';
import { sessionCookie } from '#app/session/session-cookie.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { env } from '#platform/env.ts';
import { createBridge } from '#platform/http/bridge.server.ts';
import { clientAddress, exactAddress } from '#platform/http/client-address.ts';
import { compressed } from '#platform/http/compressed.ts';
import { drained } from '#platform/http/drained.ts';
import { answerMs, endsInOrder } from '#platform/http/end-server.ts';
import { measureRequest } from '#platform/http/measure-request.server.ts';
import { readablePath } from '#platform/http/readable-path.ts';
import { refuseCrossSite } from '#platform/http/refuse-cross-site.ts';
import { refuseMethods } from '#platform/http/refuse-methods.ts';
import {
  openerPolicy,
  permissionsPolicy,
  securityHeaders,
} from '#platform/http/security-headers.ts';
import { siteFiles } from '#platform/http/site-files.ts';
import { takeRest } from '#platform/http/take-rest.ts';
import { newId } from '#platform/ids.server.ts';
import { logger, withLogContext } from '#platform/logger.ts';
import { serveMetrics } from '#platform/metrics/serve-metrics.server.ts';
import { webReadiness } from '#platform/readiness/readiness.server.ts';
import { waitForDatabase } from '#platform/readiness/wait-for-database.server.ts';
import { endingSignal, endOnSignal } from '#platform/shutdown.ts';

/** The largest body of any endpoint: a batch. */
const maxBody = 1024 * 1024;

/** Paths for programs: they go over the lean bridge, everything else through Express. Letter case does not matter. */
const forPrograms = /^\/(?:api(?:[/?]|$)|(?:healthz|readyz)\/?(?:\?|$))/i;

const production = env.NODE_ENV !== 'development';
const mode = production ? 'production' : 'development';

/** Only development compiles while it runs. */
const vite = production
  ? null
  : await (await import('vite')).createServer({ server: { middlewareMode: true } });

const guarded = (bare: unknown) => limitForms(answerUnavailable(bare as ServerBuild));
const build = vite
  ? async () => guarded(await vite.ssrLoadModule('virtual:remix/server-build'))
  : guarded(await import(path.resolve('build/server/index.js')));

/**
 * The build with nothing but the routes for programs: at each request Remix looks through every
 * route that it is given, and with those of the pages that took a third of an empty answer's time.
 */
function forProgramsOnly(whole: ServerBuild): ServerBuild {
  const kept = Object.entries(whole.routes).filter(([id]) =>
    /^(?:root$|routes\/(?:api|healthz|readyz))/.test(id),
  );
  return { ...whole, routes: Object.fromEntries(kept) };
}
/** How programs are answered by one build. */
function programsOf(whole: ServerBuild) {
  return answerPrograms(whole, createRequestHandler(forProgramsOnly(whole), mode));
}
const programs =
  typeof build === 'function'
    ? async (...call: Parameters<ReturnType<typeof programsOf>>) =>
        programsOf(await build())(...call)
    : programsOf(build);
const api = createBridge(programs, { maxBody });

const pages = express();
pages.disable('x-powered-by');
pages.use(({ method }, response, next) => {
  const began = performance.now();
  response.once('finish', () => {
    measureRequest({ endpoint: 'pages', method, status: response.statusCode, began });
  });
  next();
});
if (production) pages.use(siteFiles('build/client'));
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
    relaxed: !production,
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
if (vite) pages.use(vite.middlewares);
pages.all(
  '*',
  createPageHandler({
    build,
    mode,
    getLoadContext: (request, response) => ({
      nonce: response.locals.nonce as string,
      requestId: response.locals.requestId as string,
      clientAddress: clientAddress(request, env.TRUSTED_PROXIES),
      exactAddress: exactAddress(request, env.TRUSTED_PROXIES),
      drained: () => drained(response),
      retryAfter: (seconds: number) => response.setHeader('retry-after', String(seconds)),
    }),
  }),
);

const server = createServer((request, response) => {
  request.url = readablePath(request.url ?? '');
  if (forPrograms.test(request.url)) void api(request, response);
  else {
    takeRest(request, response);
    pages(request, response);
  }
});
// A form with a picture is 2 MiB, which a phone with 150 kbit/s sends in under two minutes. Who sends no
// request at all, only its beginning, is not waited for as long.
server.requestTimeout = 120_000;
server.headersTimeout = 30_000;
// Longer than proxies keep theirs: else one sends a request into a connection that we just closed.
server.keepAliveTimeout = 75_000;
await serveMetrics({ program: 'web', readiness: webReadiness });
const drainMs = env.DRAIN_SECONDS * 1_000;
const endServer = endsInOrder(server, {
  signal: endingSignal(),
  drainMs,
  refuse: () =>
    failure(
      new DomainError('unavailable', { retryAfterSeconds: 2 }),
      newId('req'),
      new Headers({ 'cache-control': 'no-store' }),
    ),
});
server.listen(env.PORT, env.HOST, () => logger.info({ url: env.PUBLIC_URL }, 'web is listening'));
// Meanwhile it answers: 503, and /readyz that it is not ready.
void waitForDatabase(endingSignal()).then((answers) => {
  if (answers) logger.info({ url: env.PUBLIC_URL }, 'web ready');
});

endOnSignal(
  async () => {
    await endServer();
    await vite?.close();
  },
  drainMs + answerMs + 1_000,
);
