import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import express, {
  type ErrorRequestHandler,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { z } from 'zod';
import { logger } from '#platform/logger.ts';
import { liveScript } from './live-script.ts';
import { html, renderPage } from './page.ts';
import { fontFamilies, style } from './style.ts';

/** A running web server with its actual port. */
export type Web = { readonly port: number; close(): Promise<void> };

type WebOptions = { host: string; port: number; routers: readonly Router[] };

/**
 * Starts a web server that serves the routers of the sandbox's parts, with common headers and styles.
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
  app.get('/assets/style.css', asset('text/css', style));
  app.get('/assets/live.js', asset('text/javascript', liveScript));
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

/** Serves a file from memory. */
export function asset(type: string, content: string): RequestHandler {
  return (_request, response) => void response.type(type).send(content);
}

/** Returns a query parameter or form field; an empty string if it is missing or repeated. */
export function parameter(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Creates a schema of a whole number from a form or JSON.
 *
 * @returns a schema whose result is null if the number is missing or empty
 */
export const optionalWhole = (least: number, most: number) =>
  z
    .preprocess(
      (value) => (value === '' ? null : value),
      z.coerce.number().int().min(least).max(most).nullish(),
    )
    .transform((number) => number ?? null);

const require = createRequire(import.meta.url);

/** Serves the font files from their packages, under `/fonts/<family>/`. */
function fontRoutes(): Router {
  const router = express.Router();
  for (const family of fontFamilies) {
    const manifest = require.resolve(`@fontsource-variable/${family}/package.json`);
    const files = join(dirname(manifest), 'files');
    router.use(`/fonts/${family}`, express.static(files, { maxAge: '1d', index: false }));
  }
  return router;
}

/**
 * Returns the content security policy of a page.
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

/** Security headers of every response. Texts are untrusted: even an unescaped text cannot run a script. */
const secureHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'content-security-policy': contentPolicy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  next();
};

/** Merchants post to this page from other origins. This is allowed, because such a request changes nothing. */
const hostedCheckout = '/razorpay/v1/checkout/embedded';

/** Rejects changes from other sites in the same browser (CSRF). */
const sameOriginOnly: RequestHandler = (request, response, next) => {
  const site = request.get('sec-fetch-site');
  const reads = ['GET', 'HEAD'].includes(request.method) || request.path === hostedCheckout;
  if (reads || site === undefined || site === 'same-origin' || site === 'none') next();
  else response.status(403).json({ error: 'Requests from other sites are rejected.' });
};

const notFound: RequestHandler = ({ path }, response) => {
  response.status(404);
  if (path.endsWith('.json')) {
    response.json({ error: 'There is nothing at this address.' });
    return;
  }
  const main = html`<section class="notice">
<h1>Return to sender</h1>
<p>There is no page at this address. <a href="/">Go to the handset</a></p>
</section>`;
  response.type('html').send(renderPage({ title: 'Not found', main }));
};

/** Answers an unreadable body with a client error, and any other error with a server error. */
const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = Number(error.status);
  if (status >= 400 && status < 500) {
    response.status(status).json({ error: 'The body of the request cannot be read.' });
    return;
  }
  logger.error({ error }, 'request failed');
  response.status(500).json({ error: 'Something went wrong here.' });
};

/** Maximum number of open pages with live updates. */
const maxListeners = 50;
const minIntervalMs = 200;
const heartbeatMs = 15_000;

/**
 * Notifies open pages of changes with server-sent events, at most every `minIntervalMs`. A notified page fetches itself
 * again. The events of a page are served at `/events` plus the page's path.
 *
 * @param subscribe registers a listener, which is called after each change
 */
export function serveChanges(subscribe: (listener: () => void) => void): RequestHandler {
  const listeners = new Set<Response>();
  let due = false;

  function notify(): void {
    due = false;
    for (const listener of listeners) listener.write('event: changed\ndata:\n\n');
  }
  subscribe(() => {
    if (due || listeners.size === 0) return;
    due = true;
    setTimeout(notify, minIntervalMs);
  });

  return (request, response) => {
    if (listeners.size >= maxListeners) {
      response.status(503).set('retry-after', '30').end();
      return;
    }
    response.set({ 'content-type': 'text/event-stream' }).flushHeaders();
    response.write('retry: 1000\n\n');
    const heartbeat = setInterval(() => response.write(':\n\n'), heartbeatMs);
    listeners.add(response);
    request.on('close', () => {
      clearInterval(heartbeat);
      listeners.delete(response);
    });
  };
}

/** An envelope with an airmail edge. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="6" width="28" height="20" rx="3" fill="#FAF8F4" stroke="#16181D" stroke-width="2"/>
<path d="M3 8l13 10L29 8" fill="none" stroke="#16181D" stroke-width="2"/>
<path d="M3 26h5l2-3H5zM19 26h5l2-3h-5z" fill="#F37254"/>
<path d="M11 26h5l2-3h-5z" fill="#2B4C9B"/>
</svg>
`;
