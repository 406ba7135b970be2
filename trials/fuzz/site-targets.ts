import fc from 'fast-check';
import { formBodies, multiparts, oddHeaders, oddTypes } from './bodies.ts';
import { createPageCheck } from './check-response.ts';
import { type Form, forms } from './forms.ts';
import { type Hints, oneIn, weighted } from './generators.ts';
import { hints } from './hints.ts';
import { hostileText } from './hostile.ts';
import { pathArbitrary, queryArbitrary } from './paths.ts';
import { isEndpoint, type Route, templateOf } from './routes.ts';
import type { CallerKind, FuzzRequest, Header, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

/** Generates the caller of a request, which is mostly the signed-in user. */
const callers = (weight: number) =>
  weighted(
    [weight, fc.constant<CallerKind>('cookie')],
    [3, fc.constantFrom<CallerKind>('anonymous', 'dead-cookie', 'junk', 'token')],
  );

export function formTargets(send: Send, routes: Route[]): Target[] {
  return forms.map((form) => {
    const route = routes.find(({ id }) => id === form.route);
    if (!route) throw new Error(`There is no route ${form.route}`);
    return overHttp(send, {
      name: `form ${form.route}`,
      covers: form.route,
      requests: formRequests(form, templateOf(route)),
      check: createPageCheck({ openToAll: form.openToAll ?? false }),
    });
  });
}

const otherOrigins = fc.constantFrom(
  ...['https://evil.example', 'null', '', '«origin».evil.example', '«origin»@evil.example'],
  'file://',
);

/** The headers that name the origin of a form, which is mostly the site itself. */
const origins: fc.Arbitrary<Header[]> = weighted(
  [20, fc.constant<Header[]>([['origin', '«origin»']])],
  [1, fc.constant<Header[]>([['sec-fetch-site', 'same-origin']])],
  [1, fc.constantFrom<Header[]>([], [['sec-fetch-site', 'cross-site']])],
  [2, otherOrigins.map((origin): Header[] => [['origin', origin]])],
);

const formType = 'application/x-www-form-urlencoded;charset=UTF-8';

function formRequests(
  { query = '', fields, file }: Form,
  template: string,
): fc.Arbitrary<FuzzRequest> {
  const consoles = { ...hints, tab: fc.constantFrom('message', 'OTPVerification') };
  const plain = fc.record({
    body: formBodies(fields),
    type: weighted<string | null>([20, fc.constant(formType)], [1, oddTypes]),
  });
  // No content type is set here: that of a multipart form contains its boundary, and is set when the form is encoded.
  const filed = multiparts(fields, file).map((body) => ({ body, type: null }));
  return fc
    .record({
      method: weighted([25, fc.constant('POST')], [1, fc.constantFrom('PUT', 'PATCH', 'DELETE')]),
      path: pathArbitrary(template, consoles),
      // Remix's script submits forms to the address with `.data`.
      byScript: weighted([3, fc.constant('')], [1, fc.constant('.data')]),
      as: callers(14),
      origin: origins,
      odd: oddHeaders,
      sent: weighted([file ? 2 : 8, plain], [file ? 4 : 1, filed]),
      chunked: oneIn(10),
    })
    .map(({ path, byScript, origin, odd, sent, ...request }) => ({
      ...request,
      path: `${path}${byScript}${query}`,
      headers: [
        ...(sent.type === null ? [] : [['content-type', sent.type] satisfies Header]),
        ...origin,
        ...odd,
      ],
      body: sent.body,
    }));
}

/** Layout routes are requested with each of their pages. */
const layouts = ['root', 'routes/_site', 'routes/_member', 'routes/_auth'];

/**
 * Creates a target for each route with a page or resource, including event streams. The streams end by themselves, because
 * they are requested only for missing or settled messages, and for accounts that do not listen.
 */
export function pageTargets(send: Send, routes: Route[]): Target[] {
  return routes
    .filter(({ id }) => !layouts.includes(id) && id !== 'routes/mcp')
    .filter((route) => !isEndpoint(route))
    .filter(({ path }) => path !== undefined)
    .concat(routes.filter(({ id }) => id === 'routes/_site._index'))
    .map((route) =>
      overHttp(send, {
        name: `page ${route.id}`,
        covers: `GET ${route.id}`,
        requests: pageRequests(templateOf(route)),
        check: createPageCheck({ hasNoId: /^routes\/(?:healthz|readyz)$/.test(route.id) }),
      }),
    );
}

/** The query parameters of all pages. Each page is also requested with parameters of other pages. */
const parameters = [
  ...['tab', 'to', 'after', 'from', 'state', 'number', 'key', 'sent', 'message', 'operation'],
  ...['section', 'plan', 'order', 'verified', 'token', 'error', 'popup', 'user', 'sure'],
  ...['language', 'q', 'id', 'kind', 'secret'],
];
const pageQueries = Object.fromEntries(
  parameters.map((name) => [name, { type: 'string' } as const]),
);

const tabs = [
  ...['home', 'new-api', 'message', 'OTPVerification', 'manage-api', 'api', 'messages'],
  ...['webhooks', 'documentation', 'account', 'plan-details', 'billing-history', 'settings'],
  ...['refund', 'cancel'],
];
const days = fc.constantFrom(
  ...['2026-11-01', '2026-12-31', '0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30'],
);
const addresses = ['/dashboard', '//evil.example', '/\\evil.example', 'https://evil.example'];
const messages = fc.constantFrom('«own.messageId»', '«victim.messageId»');

const pageHints: Hints = {
  ...hints,
  tab: fc.constantFrom(...tabs),
  to: fc.oneof(days, fc.constantFrom(...addresses)),
  from: days,
  state: fc.constantFrom('delivered', 'queued', 'lost'),
  operation: fc.constantFrom('sendMessage', 'getOpenApiDocument', 'constructor'),
  section: fc.constantFrom('getting-started', 'messaging', 'nowhere'),
  message: messages,
  sent: messages,
  messageId: messages,
  mode: fc.constantFrom('live', 'test'),
  order: fc.constantFrom('«own.orderId»', '«victim.orderId»'),
  plan: fc.constantFrom('«plan.basic»', '«plan.enterprise»'),
  popup: fc.constant('1'),
  id: fc.constantFrom('k3Jx0dWq9sRt5vYb', '../pairing', '*'),
  kind: fc.constantFrom('supabase', 'generic', 'alertmanager', '__proto__'),
  secret: fc.constantFrom('new', ''),
  verified: fc.constant('no'),
  error: fc.constantFrom('access_denied', 'no_token', '__proto__'),
  file: fc.constantFrom('x.webp', `${'A'.repeat(24)}.webp`),
  rest: hostileText,
};

const oddSuffixes = ['/', '//', '%', '%00', '/..%2f', '.data/x', ';a=b', '%E0%A4%A'];

const pageRequests = (template: string): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: weighted(
        [20, fc.constant('GET')],
        [2, fc.constant('HEAD')],
        [1, fc.constantFrom('OPTIONS', 'PROPFIND', 'TRACE')],
      ),
      path: pathArbitrary(template, pageHints),
      // Remix's script requests data at the address with `.data`.
      suffix: weighted(
        [12, fc.constant('')],
        [3, fc.constant('.data')],
        [1, fc.constantFrom(...oddSuffixes)],
      ),
      query: queryArbitrary(pageQueries, pageHints),
      as: callers(10),
      headers: oddHeaders,
    })
    .map(({ path, suffix, query, ...request }) => ({
      ...request,
      path: `${path === '/' && suffix === '.data' ? '/_root' : path}${suffix}${query}`,
      ...{ body: null, chunked: false },
    }));
