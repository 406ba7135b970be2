import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { logger } from '#platform/logger.ts';
import { asset } from './asset.ts';
import { fontRoutes } from './fonts.ts';
import { sameOriginOnly, secureHeaders } from './guard.ts';
import { icon } from './icon.ts';
import { renderNotFound } from './not-found.ts';
import { theme } from './theme.ts';

/** A running web server with its actual port. */
export type Web = { readonly port: number; close(): Promise<void> };

type WebOptions = { host: string; port: number; routers: readonly Router[] };

/**
 * Serves the routers of the sandbox's parts with common headers and styles.
 *
 * @returns once it listens
 * @throws the socket's error if the port is not available
 */
export async function startWeb({ host, port, routers }: WebOptions): Promise<Web> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(fontRoutes(), secureHeaders, sameOriginOnly);
  app.get('/assets/theme.css', asset('text/css', theme));
  app.get('/assets/icon.svg', asset('image/svg+xml', icon));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.use(express.json({ limit: '16kb' }), express.urlencoded({ extended: false, limit: '16kb' }));
  app.use(...routers, notFound, failed);

  const server = createServer(app);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const notFound: RequestHandler = ({ path }, response) => {
  response.status(404);
  if (path.endsWith('.json')) response.json({ error: 'There is nothing at this address.' });
  else response.type('html').send(renderNotFound());
};

/** An unreadable body is a client error; anything else is a server error. */
const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = Number(error.status);
  if (status >= 400 && status < 500) {
    response.status(status).json({ error: 'The body of the request cannot be read.' });
    return;
  }
  logger.error({ error }, 'request failed');
  response.status(500).json({ error: 'Something went wrong here.' });
};
