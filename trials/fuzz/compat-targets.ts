import fc from 'fast-check';
import { dltBodies } from '#tests/support/dlt-requests.ts';
import { formBodies, jsonBodies, oddHeaders, oddTypes } from './bodies.ts';
import { checkCompatResponse } from './check-response.ts';
import { oneIn, weighted } from './generators.ts';
import { hostileText } from './hostile.ts';
import { pathArbitrary, queryArbitrary } from './paths.ts';
import {
  type CallerKind,
  type FuzzRequest,
  type FuzzResponse,
  type Header,
  restoreNames,
  type Send,
} from './send.ts';
import { overHttp, type Target } from './target.ts';

type Fields = Record<string, fc.Arbitrary<unknown>>;

const prefixes = fc.constantFrom('+91', '91', '');

/** Generates mostly new numbers, because a number can get another code only after 30 seconds. */
const mobiles = weighted(
  [
    5,
    fc
      .tuple(prefixes, fc.integer({ min: 10_000_000, max: 99_999_999 }))
      .map(([prefix, end]) => `${prefix}98${end}`),
  ],
  [1, fc.constantFrom('+919812345678', '+12125550100', '1')],
);

/** Generates mostly the number to which the account has sent a code. */
const mobilesWithCode = weighted(
  [6, prefixes.map((prefix) => `${prefix}«own.otpTo»`)],
  [1, mobiles],
);

/** Generates mostly the first value, and sometimes one of the others. */
const mostly = <T>(valid: T, ...others: T[]) =>
  weighted([4, fc.constant(valid)], [1, fc.constantFrom(...others)]);

const texts = weighted([3, fc.constant('Your order has been shipped.')], [1, hostileText]);
const urls = fc.constantFrom(
  ...['https://hooks.example/status?id=1', 'http://127.0.0.1/', 'https://[::1]/', 'x', ''],
);
const codes = mostly('«own.code»', '123456', '0000', '٤٥٦٧');

const otherSids = fc.constantFrom(
  ...['«victim.accountSid»', '«victim.messageSid»', '«victim.otpSid»', '«victim.defaultSid»'],
  ...['«own.messageSid»', '«own.otpSid»', `SM${'f'.repeat(32)}`],
);

/** Paths with the account's own sids, and others. */
function twilioPaths(path: string): fc.Arbitrary<string> {
  const own: Record<string, string> = {
    ...{ AccountSid: '«own.accountSid»', ServiceSid: '«own.defaultSid»' },
    Sid: path.startsWith('/v2/') ? '«own.otpSid»' : '«own.messageSid»',
  };
  const hints = Object.fromEntries(
    Object.entries(own).map(([name, sid]) => [
      name,
      weighted([4, fc.constant(sid)], [1, otherSids]),
    ]),
  );
  return weighted(
    [3, fc.constant(path.replace(/\{(\w+)\}/g, (_, name: string) => own[name] ?? ''))],
    [2, pathArbitrary(path, hints)],
  ).map((filled) => `/compat/twilio${filled}`);
}

const message: Fields = { To: mobiles, From: mostly('DAKIYA', '+15005550006'), Body: texts };

/** Further parameters, which Dakiya supports or rejects. */
const more: Fields = {
  ...{ StatusCallback: urls, MediaUrl: urls, SendAt: fc.constant('2030-01-01T00:00:00Z') },
  ...{ Status: fc.constantFrom('canceled', 'approved'), MessagingServiceSid: hostileText },
};

const oneMore = fc
  .constantFrom(...Object.keys(more))
  .chain((name) => (more[name] ?? fc.constant('')).map((value) => ({ [name]: value })));

/** Forms with the fields, sometimes with a further one. */
const fieldsOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  withMore(fc.record(fields));

const withMore = (own: fc.Arbitrary<Record<string, unknown>>) =>
  weighted([5, own], [1, fc.tuple(own, oneMore).map(([all, more]) => ({ ...all, ...more }))]);

const ofMessages = '/2010-04-01/Accounts/{AccountSid}/Messages';

/** The calls of Twilio: method, path, and fields of the form or of the query. */
const twilioCalls: [method: string, path: string, fields?: Fields][] = [
  ['GET', '/2010-04-01/Accounts.json'],
  ['GET', '/2010-04-01/Accounts/{AccountSid}.json'],
  ['POST', `${ofMessages}.json`, message],
  [
    'GET',
    `${ofMessages}.json`,
    {
      ...{ To: mobiles, PageSize: mostly(1, 0, 1_000), From: texts },
      PageToken: weighted([4, fc.constant('PA«own.messageSid»')], [1, hostileText]),
      'DateSent>': mostly('2026-01-01', 'x'),
    },
  ],
  ['GET', `${ofMessages}/{Sid}.json`],
  ['POST', `${ofMessages}/{Sid}.json`, { Body: mostly('', 'x') }],
  ['DELETE', `${ofMessages}/{Sid}.json`],
  ['POST', '/v2/Services', { FriendlyName: texts, CodeLength: mostly(6, 4, 99) }],
  ['GET', '/v2/Services/{ServiceSid}'],
  [
    'POST',
    '/v2/Services/{ServiceSid}/Verifications',
    { To: mobiles, Channel: mostly('sms', 'call') },
  ],
  ['GET', '/v2/Services/{ServiceSid}/Verifications/{Sid}'],
  ['POST', '/v2/Services/{ServiceSid}/Verifications/{Sid}', { Status: fc.constant('canceled') }],
  ['POST', '/v2/Services/{ServiceSid}/VerificationCheck', { To: mobilesWithCode, Code: codes }],
];

/**
 * Times that are invalid or not in the near future. A message that is scheduled for the near future would not be
 * settled when the database is checked.
 */
const times = mostly<unknown>(
  '',
  ...['2030-01-01 10:00:00', '2030/02/30 10:00:00', 4_102_444_800, '-1'],
);

const msg91Calls: [path: string, fields: Fields][] = [
  ['/api/v5/otp', { mobile: mobiles, otp_length: mostly<unknown>(6, 4, 'x') }],
  ['/api/v5/otp/verify', { mobile: mobilesWithCode, otp: codes }],
  ['/api/v5/otp/retry', { mobile: mobilesWithCode, retrytype: mostly('text', 'voice') }],
  [
    '/api/v5/flow',
    {
      ...{ template_id: mostly<string>(dltBodies.template.template_id, '1'), mobiles },
      VAR1: weighted([4, fc.constant('482913')], [1, hostileText]),
      ...{ short_url: mostly('0', '1'), schtime: times },
    },
  ],
];

const formType = 'application/x-www-form-urlencoded';

const callers = weighted<CallerKind>(
  [12, fc.constantFrom<CallerKind>('basic', 'basic', 'key')],
  [3, fc.constantFrom<CallerKind>('anonymous', 'dead-key', 'mixed', 'junk', 'token')],
);

const toQuery = (values: Record<string, unknown>) =>
  restoreNames(`?${new URLSearchParams(values as Record<string, string>)}`);

/** @param requiredKeys the fields without which a call is rejected */
const queryOf = (fields: Fields, requiredKeys: string[]) =>
  weighted(
    [6, withMore(fc.record(fields, { requiredKeys })).map(toQuery)],
    [2, queryArbitrary({}, {})],
  );

/**
 * Whether a call succeeded. MSG91 responds with 200 to errors too, and a response to HEAD has no body that shows the result.
 */
const isSuccess = ({ status, text }: FuzzResponse) =>
  status === 204 || (status < 400 && text !== '' && !text.startsWith('{"type":"error"'));

/** Creates a target for each call in the format of another platform. */
export function compatTargets(send: Send): Target[] {
  const target = (name: string, requests: fc.Arbitrary<FuzzRequest>) =>
    overHttp(send, {
      ...{ name, covers: name, requests, check: checkCompatResponse, succeeded: isSuccess },
    });
  return [
    ...twilioCalls.map(([method, path, fields]) =>
      target(`twilio ${method} ${path}`, twilioRequests(method, path, fields)),
    ),
    ...msg91Calls.map(([path, fields]) => target(`msg91 ${path}`, msg91Requests(path, fields))),
  ];
}

function twilioRequests(method: string, path: string, fields?: Fields): fc.Arbitrary<FuzzRequest> {
  const isPost = method === 'POST';
  return fc
    .record({
      method: weighted([25, fc.constant(method)], [1, fc.constantFrom('PUT', 'HEAD', 'OPTIONS')]),
      path: twilioPaths(path),
      query: fields && !isPost ? queryOf(fields, []) : queryArbitrary({}, {}),
      as: callers,
      headers: oddHeaders,
      body: formBodies(fieldsOf(fields ?? {})),
      type: weighted<string | null>([20, fc.constant(formType)], [1, oddTypes]),
      chunked: oneIn(10),
    })
    .map(({ path: at, query, type, headers, body, ...request }) => ({
      ...request,
      path: `${at}${query}`,
      headers: [...(isPost && type ? [['content-type', type] satisfies Header] : []), ...headers],
      body: isPost ? body : null,
    }));
}

/** The header with the API key in a call of MSG91's API: the own key, an invalid key, or no header. */
const keys = (own: string) =>
  mostly<Header[]>([['authkey', own]], [['authkey', '«dead.secretKey»']], []);

const msg91Requests = (path: string, fields: Fields): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: weighted([3, fc.constant('POST')], [1, fc.constantFrom('GET', 'PUT', 'HEAD')]),
      query: queryOf(fields, Object.keys(fields)),
      inQuery: fc.boolean(),
      isJson: fc.boolean(),
      json: jsonBodies(fieldsOf(fields)),
      form: formBodies(fieldsOf(fields)),
      key: keys(path.endsWith('/flow') ? '«sender.secretKey»' : '«own.secretKey»'),
      headers: oddHeaders,
      chunked: oneIn(10),
    })
    .map(({ method, query, inQuery, isJson, json, form, key, headers, chunked }) => {
      const bodied = method !== 'GET' && method !== 'HEAD' && !inQuery;
      const type = isJson ? 'application/json' : formType;
      return {
        ...{ method, chunked, as: 'anonymous' },
        path: `/compat/msg91${path}${inQuery || method === 'GET' ? query : ''}`,
        headers: [...(bodied ? [['content-type', type] satisfies Header] : []), ...key, ...headers],
        body: bodied ? (isJson ? json : form) : null,
      };
    });
