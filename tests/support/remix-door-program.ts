import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequestHandler } from '@remix-run/node';
import { createFetchAdapter } from '#platform/http/fetch-adapter.ts';
import { normalizePath } from '#platform/http/request-target.ts';
import { createBodyBudget } from '#platform/limits/body-budget.ts';
import { configure } from '#platform/settings.ts';
import { loadServerBuild } from './server-build.ts';

/** The program of `aRemixDoor`. */
configure(process.env);
const build = await loadServerBuild();
const mebibyte = 1024 * 1024;
const limits = { total: 64 * mebibyte, perOwner: 64 * mebibyte, maxWaitMs: 5_000 };
const bridge = createFetchAdapter(createRequestHandler(build, 'production'), {
  smallBody: mebibyte,
  plan: async () => null,
  budget: createBodyBudget({ ...limits, minBytesPerSecond: 1, checkMs: 60_000 }),
});
const server = createServer((request, response) => {
  request.url = normalizePath(request.url ?? '');
  void bridge(request, response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listens on port ${(server.address() as AddressInfo).port}\n`);
});
