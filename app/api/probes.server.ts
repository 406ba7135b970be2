import type { PlainHandler, PlainResponse } from '#platform/http/api-adapter.ts';
import { checkWebReadiness } from '#platform/readiness/readiness.ts';

type Report = { isGood: boolean; body: { status: string; reason?: string | undefined } };

/** The probes of load balancers and container platforms, by path. They need no route matching, so the listener calls them. */
export const probes = new Map<string, PlainHandler>([
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
