import type { RequestListener, ServerResponse } from 'node:http';
import * as build from 'virtual:remix/server-build';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { apiBodies } from '#app/api/plan-body.server.ts';
import { answerCall } from '#app/api/router.server.ts';
import { answerCompat } from '#app/compat/answer-compat.server.ts';
import { guardRoutes } from '#app/guard-routes.server.ts';
import {
  createApiAdapter,
  type PlainHandler,
  type PlainResponse,
  throughFetch,
} from '#platform/http/api-adapter.ts';
import { drainRequestBody } from '#platform/http/drain.ts';
import { sendContinue } from '#platform/http/read-body.ts';
import {
  hasUnreadTransferCoding,
  hasWrongHost,
  maxHeaders,
  normalizePath,
  toOriginForm,
  withoutData,
} from '#platform/http/request-target.ts';
import { ofInstance } from '#platform/instance.ts';
import { checkWebReadiness } from '#platform/readiness/readiness.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { byFirstSegment } from './by-first-segment.ts';
import { createPages } from './pages.ts';

/** The paths of the API, in upper or lower case. */
const apiPath = /^\/(?:(?:api|compat)(?:[/?]|$)|(?:healthz|readyz|mcp)\/?(?:\?|$))/i;

/**
 * Whether a path belongs to the API: `/api/…`, `/compat/…`, `/mcp`, `/healthz`, `/readyz`. Requests to these paths skip the
 * middleware of pages.
 */
const isForApi = (url: string): boolean => apiPath.test(url);

/** Loads the code at the first request, because most installations have no agents. */
const serveAgents: PlainHandler = async (request, context) => {
  const { serveMcp } = await import('#app/mcp/serve-mcp.server.ts');
  return serveMcp(request, context);
};

/**
 * Handles requests of API clients. Probes and calls are answered directly, because Remix's route matching took most of the
 * time of a trivial call. Paths with their own route, such as OAuth redirects, go through Remix.
 */
function createApi(build: ServerBuild, mode: string) {
  const remix = byFirstSegment(build, (part) => createRequestHandler(part, mode));
  const otherRoutes = pathsWithRoutes(build);
  const throughRemix = throughFetch((request, context) => {
    const url = withoutData(request.url);
    const asked = url === request.url ? request : new Request(url, request);
    return remix(new URL(url).pathname)(asked, context);
  });
  const answer: PlainHandler = (request, context) => {
    const path = normalize(request.url.split('?', 1)[0] ?? '');
    const probe = probes.get(path);
    if (probe) return probe(request, context);
    if (path === '/mcp') return serveAgents(request, context);
    if (/^\/compat(?:\/|$)/.test(path)) return answerCompat(request, context);
    return (otherRoutes.has(path) ? throughRemix : answerCall)(request, context);
  };
  return createApiAdapter(answer, apiBodies);
}

/** Returns the paths without parameters that have their own route. */
function pathsWithRoutes({ routes }: ServerBuild): Set<string> {
  const paths = Object.values(routes).flatMap((route) => route?.path ?? []);
  return new Set(
    paths.filter((path) => !/[*:]/.test(path)).map((path) => `/${path.toLowerCase()}`),
  );
}

/** Normalises a path like Remix: letter case, percent-encoding and a trailing slash do not matter. */
function normalize(pathname: string): string {
  const plain = pathname.includes('%') ? decodeURIComponent(pathname) : pathname;
  return plain.toLowerCase().replace(/\/$/, '');
}

/**
 * Handles every request of the web server. Loading this file starts nothing, because development reloads it after each
 * change.
 */
export const listener: RequestListener = ofInstance(() => {
  const mode = serverSettings.NODE_ENV === 'development' ? 'development' : 'production';
  const guardedBuild = guardRoutes(build);
  return createListener(createApi(guardedBuild, mode), createPages(guardedBuild, mode));
});

/** Responds to a request whose head or framing is unusable, and closes the connection. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text);
}

const createListener =
  (api: RequestListener, pages: RequestListener): RequestListener =>
  (request, response) => {
    const target = toOriginForm(request);
    if (request.rawHeaders.length > 2 * maxHeaders) {
      return refuse(response, 431, `More than ${maxHeaders} headers`);
    }
    if (target === null || hasWrongHost(request)) return refuse(response, 400, 'Bad request');
    if (hasUnreadTransferCoding(request)) {
      return refuse(response, 501, 'The only supported transfer coding is chunked');
    }
    request.url = normalizePath(target);
    if (isForApi(request.url)) void api(request, response);
    else {
      sendContinue(request, response);
      drainRequestBody(request, response);
      pages(request, response);
    }
  };

type Report = { isGood: boolean; body: { status: string; reason?: string | undefined } };

/** The probes of load balancers and container platforms, by path. They need no route matching, so the listener calls them. */
const probes = new Map<string, PlainHandler>([
  // Liveness. Checks no other service, because restarting the process does not help if the database is unavailable.
  ['/healthz', toProbe('/healthz', async () => ({ isGood: true, body: { status: 'ok' } }))],
  // Readiness: 503 while messages cannot be accepted, and during shutdown. The probe is public: it gives the reason of
  // `degraded`, but does not name a missing service. Only the metrics port names it.
  [
    '/readyz',
    toProbe('/readyz', async () => {
      const { isReady, report } = await checkWebReadiness();
      return { isGood: isReady, body: { status: report.status, reason: report.reason } };
    }),
  ],
]);

function toProbe(path: string, check: () => Promise<Report>): PlainHandler {
  return async (_, context): Promise<PlainResponse> => {
    context.endpoint = path;
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      return { status: 405, headers: new Map([['allow', 'GET']]), body: null };
    }
    const { isGood, body } = await check();
    const headers = new Map([
      ['content-type', 'application/json'],
      ['cache-control', 'no-store'],
    ]);
    return { status: isGood ? 200 : 503, headers, body: JSON.stringify(body) };
  };
}
