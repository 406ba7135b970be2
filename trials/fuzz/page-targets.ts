import fc from 'fast-check';
import { oddHeaders } from './bodies.ts';
import { createPageCheck } from './check-response.ts';
import { hints as common } from './hints.ts';
import { hostileText } from './hostile.ts';
import { pathArbitrary, queryArbitrary } from './paths.ts';
import { setUpBefore } from './prepare.ts';
import { isEndpoint, type Route, templateOf } from './routes.ts';
import type { CallerKind, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

/** Query parameters of all pages; each page is also requested with the parameters of others. */
const parameters = [
  ...[
    'tab',
    'to',
    'after',
    'from',
    'state',
    'number',
    'key',
    'sent',
    'message',
    'operation',
    'section',
  ],
  ...['plan', 'order', 'verified', 'token', 'error', 'popup', 'user', 'sure', 'language', 'q'],
];

const tabs = [
  ...[
    'home',
    'new-api',
    'message',
    'OTPVerification',
    'manage-api',
    'api',
    'messages',
    'webhooks',
    'documentation',
  ],
  ...['account', 'plan-details', 'billing-history', 'settings', 'refund', 'cancel'],
];

const days = fc.constantFrom(
  '2026-11-01',
  '2026-12-31',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
);

const hints = {
  ...common,
  tab: fc.constantFrom(...tabs),
  to: fc.oneof(
    days,
    fc.constantFrom('/dashboard', '//evil.example', '/\\evil.example', 'https://evil.example'),
  ),
  from: days,
  state: fc.constantFrom('delivered', 'queued', 'lost'),
  operation: fc.constantFrom('sendMessage', 'getOpenApiDocument', 'constructor'),
  section: fc.constantFrom('getting-started', 'messaging', 'nowhere'),
  message: fc.constantFrom('«own.messageId»', '«victim.messageId»'),
  sent: fc.constantFrom('«own.messageId»', '«victim.messageId»'),
  messageId: fc.constantFrom('«own.messageId»', '«victim.messageId»'),
  mode: fc.constantFrom('live', 'test'),
  order: fc.constantFrom('«own.orderId»', '«victim.orderId»'),
  plan: fc.constantFrom('«plan.basic»', '«plan.enterprise»'),
  popup: fc.constant('1'),
  verified: fc.constant('no'),
  error: fc.constantFrom('access_denied', 'no_token', '__proto__'),
  file: fc.constantFrom('x.webp', `${'A'.repeat(24)}.webp`),
  rest: hostileText,
};

/**
 * Creates a target for each route with a page or resource. Event streams are included: they are
 * requested for messages that do not exist or are settled, and for accounts that do not listen, so they end.
 */
export function pageTargets(send: Send, routes: Route[]): Target[] {
  return routes
    .filter((route) => route.id !== 'root' && !isEndpoint(route) && route.path !== undefined)
    .filter(({ id }) => !isLayout(id))
    .concat(routes.filter(({ id }) => id === 'routes/_site._index'))
    .map((route) =>
      overHttp(send, {
        name: `page ${route.id}`,
        kind: 'page' as const,
        covers: route.id,
        requests: pageRequests(templateOf(route)),
        check: createPageCheck({ hasNoId: /^routes\/(?:healthz|readyz)$/.test(route.id) }),
        succeeded: ({ status }) => status < 400,
        prepare: setUpBefore[`page ${route.id}`],
      }),
    );
}

/** Layout routes are requested with each of their pages. */
const isLayout = (id: string) => ['routes/_site', 'routes/_member', 'routes/_auth'].includes(id);

function pageRequests(template: string) {
  const suffix = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    // Remix's script requests data at the address with `.data`.
    { weight: 3, arbitrary: fc.constant('.data') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/', '//', '%', '%00', '/..%2f', '.data/x', ';a=b', '%E0%A4%A'),
    },
  );
  return fc
    .record({
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant('GET') },
        { weight: 2, arbitrary: fc.constant('HEAD') },
        { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'PROPFIND', 'TRACE') },
      ),
      path: pathArbitrary(template, hints),
      suffix,
      query: queryArbitrary(
        Object.fromEntries(parameters.map((name) => [name, { type: 'string' }])),
        hints,
      ),
      as: fc.oneof(
        { weight: 10, arbitrary: fc.constant<CallerKind>('cookie') },
        {
          weight: 3,
          arbitrary: fc.constantFrom<CallerKind>('anonymous', 'dead-cookie', 'junk', 'token'),
        },
      ),
      headers: oddHeaders,
    })
    .map(({ path, suffix, query, ...request }) => ({
      ...request,
      path: `${path === '/' && suffix === '.data' ? '/_root' : path}${suffix}${query}`,
      body: null,
      chunked: false,
    }));
}
