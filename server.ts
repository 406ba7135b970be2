import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { createRequestHandler as createPageHandler } from '@remix-run/express';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import express from 'express';
import { env } from '#platform/env.ts';
import { createBridge } from '#platform/http/bridge.server.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { refuseCrossSite } from '#platform/http/refuse-cross-site.ts';
import { openerPolicy, securityHeaders } from '#platform/http/security-headers.ts';
import { logger } from '#platform/logger.ts';
import { endOnSignal } from '#platform/shutdown.ts';

/** The largest body of any endpoint: a batch. */
const maxBody = 1024 * 1024;

/** Paths for programs: they go over the lean bridge, everything else through Express. */
const forPrograms = /^\/(?:api(?:[/?]|$)|healthz(?:\?|$))/;

const production = env.NODE_ENV !== 'development';
const mode = production ? 'production' : 'development';

/** Only development compiles while it runs. */
const vite = production
  ? null
  : await (await import('vite')).createServer({ server: { middlewareMode: true } });

const build = vite
  ? () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
  : ((await import(path.resolve('build/server/index.js'))) as ServerBuild);

/**
 * The build with nothing but the routes for programs: at each request Remix looks through every
 * route that it is given, and with those of the pages that took a third of an empty answer's time.
 */
function forProgramsOnly(whole: ServerBuild): ServerBuild {
  const kept = Object.entries(whole.routes).filter(([id]) =>
    /^(?:root$|routes\/(?:api|healthz))/.test(id),
  );
  return { ...whole, routes: Object.fromEntries(kept) };
}
const programs =
  typeof build === 'function' ? async () => forProgramsOnly(await build()) : forProgramsOnly(build);
const api = createBridge(createRequestHandler(programs, mode), { maxBody });

const pages = express();
pages.disable('x-powered-by');
pages.use((_request, response, next) => {
  response.locals.nonce = randomBytes(16).toString('base64');
  next();
});
pages.use(securityHeaders({ relaxed: !production }));
pages.use(
  refuseCrossSite({
    origin: new URL(env.PUBLIC_URL).origin,
    anyName: env.NODE_ENV !== 'production',
  }),
);
pages.use(openerPolicy({ comesBack: '/auth/callback' }));
if (vite) pages.use(vite.middlewares);
else {
  pages.use('/assets', express.static('build/client/assets', { immutable: true, maxAge: '1y' }));
  pages.use(express.static('build/client', { maxAge: '1h' }));
}
pages.all(
  '*',
  createPageHandler({
    build,
    mode,
    getLoadContext: (request, response) => ({
      nonce: response.locals.nonce as string,
      clientAddress: clientAddress(request, env.TRUSTED_PROXIES),
    }),
  }),
);

const server = createServer((request, response) => {
  if (forPrograms.test(request.url ?? '')) void api(request, response);
  else pages(request, response);
});
server.requestTimeout = 30_000;
server.listen(env.PORT, env.HOST, () => logger.info({ url: env.PUBLIC_URL }, 'web ready'));

endOnSignal(async () => {
  await vite?.close();
  await new Promise((resolve) => server.close(resolve));
});
