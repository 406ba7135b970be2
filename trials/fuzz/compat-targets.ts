import fc from 'fast-check';
import { formBodies, jsonBodies, oddHeaders, oddTypes } from './bodies.ts';
import { checkCompatResponse } from './check-response.ts';
import { oneIn, weighted } from './generators.ts';
import { hostileText } from './hostile.ts';
import { pathArbitrary, queryArbitrary } from './paths.ts';
import type { CallerKind, FuzzRequest, FuzzResponse, Header, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

type Fields = Record<string, fc.Arbitrary<unknown>>;

const mobiles = fc.constantFrom('+919812345678', '919812345679', '9812345670', '+12125550100', '1');
const texts = weighted([3, fc.constant('Your order has been shipped.')], [1, hostileText]);
const urls = fc.constantFrom(
  ...['https://hooks.example/status?id=1', 'http://127.0.0.1/', 'https://[::1]/', 'x', ''],
);
const codes = fc.constantFrom('«own.code»', '123456', '0000', '٤٥٦٧');

const hints = {
  AccountSid: fc.constantFrom('«own.accountSid»', '«own.accountSid»', '«victim.accountSid»'),
  Sid: fc.constantFrom(
    '«own.messageSid»',
    '«victim.messageSid»',
    '«victim.otpSid»',
    `SM${'f'.repeat(32)}`,
  ),
  ServiceSid: fc.constantFrom('«own.defaultSid»', '«own.defaultSid»', '«victim.defaultSid»'),
};

const message: Fields = {
  ...{ To: mobiles, From: fc.constantFrom('DAKIYA', '+15005550006'), Body: texts },
};

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
  weighted(
    [5, fc.record(fields)],
    [2, fc.tuple(fc.record(fields), oneMore).map(([own, other]) => ({ ...own, ...other }))],
  );

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
      ...{ To: mobiles, PageSize: fc.constantFrom(1, 0, 1_000), PageToken: hostileText },
      ...{ 'DateSent>': fc.constantFrom('2026-01-01', 'x'), From: hostileText },
    },
  ],
  ['GET', `${ofMessages}/{Sid}.json`],
  ['POST', `${ofMessages}/{Sid}.json`, { Body: fc.constantFrom('', 'x') }],
  ['DELETE', `${ofMessages}/{Sid}.json`],
  ['POST', '/v2/Services', { FriendlyName: texts, CodeLength: fc.constantFrom(6, 4, 99) }],
  ['GET', '/v2/Services/{ServiceSid}'],
  [
    'POST',
    '/v2/Services/{ServiceSid}/Verifications',
    { To: mobiles, Channel: fc.constantFrom('sms', 'call') },
  ],
  ['GET', '/v2/Services/{ServiceSid}/Verifications/{Sid}'],
  ['POST', '/v2/Services/{ServiceSid}/Verifications/{Sid}', { Status: fc.constant('canceled') }],
  ['POST', '/v2/Services/{ServiceSid}/VerificationCheck', { To: mobiles, Code: codes }],
];

const times = fc.constantFrom(
  '',
  '2030-01-01 10:00:00',
  '2030/02/30 10:00:00',
  4_102_444_800,
  '-1',
);

const msg91Calls: [path: string, fields: Fields][] = [
  ['/api/v5/otp', { mobile: mobiles, otp_length: fc.constantFrom(4, 6, 'x') }],
  ['/api/v5/otp/verify', { mobile: mobiles, otp: codes }],
  ['/api/v5/otp/retry', { mobile: mobiles, retrytype: fc.constantFrom('text', 'voice') }],
  [
    '/api/v5/flow',
    {
      ...{ template_id: fc.constantFrom('1107160000000000001', '1'), mobiles },
      ...{ VAR1: texts, short_url: fc.constantFrom('0', '1'), schtime: times },
    },
  ],
];

const formType = 'application/x-www-form-urlencoded';

const callers = weighted<CallerKind>(
  [12, fc.constantFrom<CallerKind>('basic', 'basic', 'key')],
  [3, fc.constantFrom<CallerKind>('anonymous', 'dead-key', 'mixed', 'junk', 'token')],
);

const queryOf = (fields: Fields) =>
  weighted(
    [
      6,
      fieldsOf(fields).map((values) => `?${new URLSearchParams(values as Record<string, string>)}`),
    ],
    [2, queryArbitrary({}, {})],
  );

const isSuccess = ({ status, text }: FuzzResponse) =>
  status < 400 && !text.startsWith('{"type":"error"');

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
      path: pathArbitrary(`/compat/twilio${path}`, hints),
      query: fields && !isPost ? queryOf(fields) : queryArbitrary({}, {}),
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

/** Where the key of a call of MSG91 is. */
const keys = fc.constantFrom<Header[]>(
  ...[[['authkey', '«own.secretKey»']] as Header[], [['authkey', '«own.secretKey»']] as Header[]],
  ...[[['authkey', '«dead.secretKey»']] as Header[], [] as Header[]],
);

const msg91Requests = (path: string, fields: Fields): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: weighted([3, fc.constant('POST')], [1, fc.constantFrom('GET', 'PUT', 'HEAD')]),
      query: queryOf(fields),
      inQuery: fc.boolean(),
      isJson: fc.boolean(),
      json: jsonBodies(fieldsOf(fields)),
      form: formBodies(fieldsOf(fields)),
      key: keys,
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
