import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler } from '@remix-run/node';
import { createApiAdapter, throughFetch } from '#platform/http/api-adapter.ts';
import { normalizePath } from '#platform/http/request-target.ts';
import { createBodyBudget } from '#platform/limits/body-budget.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { withServices } from './programs.ts';
import { loadServer } from './server-build.ts';

const mebibyte = 1024 * 1024;
const limits = {
  ...{ total: 64 * mebibyte, perOwner: 64 * mebibyte, maxWaitMs: 5_000 },
  maxWaiting: { perOwner: 100, total: 100 },
};

/**
 * The build behind Remix's standard request handler, which matches every address against all routes. The product matches an
 * address against only some routes, and must give API clients the same responses.
 *
 * @param settings the settings of the product that it is compared with
 */
export async function aRemixDoor(settings: Record<string, string> = {}) {
  const server = await loadServer();
  const adapter = createApiAdapter(throughFetch(createRequestHandler(server, 'production')), {
    smallBody: mebibyte,
    plan: async () => null,
    budget: createBodyBudget({ ...limits, minBytesPerSecond: 1, checkMs: 60_000 }),
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    request.url = normalizePath(request.url ?? '');
    void adapter(request, response);
  };
  const config = server.parseConfig(
    withServices({
      ...{ LOG_LEVEL: 'error', DRAIN_SECONDS: '0', HOST: '127.0.0.1', PORT: `${await freePort()}` },
      ...{ RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_HARD_PER_SECOND: '100000' },
      ...settings,
    }),
  );
  const { port, stop } = await server.createWeb(config, answer);
  return { url: `http://127.0.0.1:${port}`, stop };
}
