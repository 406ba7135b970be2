import { beforeAll, expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';

const web = await sharedWeb();
let account: Account;

beforeAll(async () => {
  account = await anAccount();
});

const to = '9876543210';
const message = 'Hello';

test.each([
  ['no recipient', { message }, 'invalid_parameter', 'recipient'],
  [
    'a recipient that is not a text',
    { message, recipient: 9876543210 },
    'invalid_parameter',
    'recipient',
  ],
  ['an empty recipient', { message, recipient: '' }, 'invalid_recipient', 'recipient'],
  ['a number with letters', { message, recipient: '98765abcde' }, 'invalid_recipient', 'recipient'],
  [
    'a number within text',
    { message, recipient: 'call 9876543210' },
    'invalid_recipient',
    'recipient',
  ],
  ['a landline', { message, recipient: '02212345678' }, 'invalid_recipient', 'recipient'],
  [
    'a landline that begins like a mobile',
    { message, recipient: '6123456789' },
    'invalid_recipient',
    'recipient',
  ],
  ['a short code', { message, recipient: '56767' }, 'invalid_recipient', 'recipient'],
  [
    'a caller of the 1600 series',
    { message, recipient: '911600123456' },
    'invalid_recipient',
    'recipient',
  ],
  [
    'a send_at without an offset',
    { message, recipient: to, send_at: '2026-12-01T09:00:00' },
    'invalid_parameter',
    'send_at',
  ],
  [
    'a send_at that has passed',
    { message, recipient: to, send_at: '2020-12-01T09:00:00Z' },
    'invalid_parameter',
    'send_at',
  ],
  [
    'a send_at in ten years',
    { message, recipient: to, send_at: '2036-12-01T09:00:00Z' },
    'invalid_parameter',
    'send_at',
  ],
  ...['schedule_at', 'sendAt', 'schtime', 'flash', 'statusCallback'].map(
    (field): [string, object, string, string] => [
      `${field}, which is not supported`,
      { message, recipient: to, [field]: '2026-12-01T09:00:00+05:30' },
      'invalid_parameter',
      field,
    ],
  ),
  [
    'a number with NUL',
    { message, recipient: '98765\u000043210' },
    'invalid_recipient',
    'recipient',
  ],
  [
    'a very long number',
    { message, recipient: '9'.repeat(20_000) },
    'invalid_recipient',
    'recipient',
  ],
  [
    'a number of the United States',
    { message, recipient: '+15551234567' },
    'unsupported_country',
    'recipient',
  ],
  [
    'a British number by 00',
    { message, recipient: '00447911123456' },
    'unsupported_country',
    'recipient',
  ],
  ['no message', { recipient: to }, 'invalid_parameter', 'message'],
  [
    'a message that is not a text',
    { recipient: to, message: { a: 1 } },
    'invalid_parameter',
    'message',
  ],
  ['an empty message', { recipient: to, message: '' }, 'message_empty', 'message'],
  ['a blank message', { recipient: to, message: ' \n\t ' }, 'message_empty', 'message'],
  [
    '20,000 characters',
    { recipient: to, message: 'x'.repeat(20_000) },
    'message_too_long',
    'message',
  ],
  [
    '1,531 characters',
    { recipient: to, message: 'x'.repeat(1_531) },
    'message_too_long',
    'message',
  ],
  [
    '671 characters of Hindi',
    { recipient: to, message: 'न'.repeat(671) },
    'message_too_long',
    'message',
  ],
  ['NUL in the message', { recipient: to, message: 'a\u0000b' }, 'invalid_parameter', 'message'],
  [
    'half of a surrogate pair',
    { recipient: to, message: 'a\ud800b' },
    'invalid_parameter',
    'message',
  ],
  [
    'a sender that is not a header',
    { recipient: to, message, sender_id: 'A<script>' },
    'invalid_parameter',
    'sender_id',
  ],
  [
    'a template id that is a number',
    { recipient: to, message, template_id: 1107160000000000 },
    'invalid_parameter',
    'template_id',
  ],
  [
    'a template that is not an id',
    { recipient: to, message, template_id: 'x' },
    'dlt_id_malformed',
    'template_id',
    422,
  ],
  [
    'a template id that a spreadsheet has rounded',
    { recipient: to, message, template_id: '1.10716E+18' },
    'dlt_id_malformed',
    'template_id',
    422,
  ],
  [
    'somebody else’s sender',
    { recipient: to, message, sender_id: 'HDFCBK' },
    'sender_not_registered',
    'sender_id',
    422,
  ],
  [
    'a sender as handsets show it',
    { recipient: to, message, sender_id: 'VM-DAKIYA-S' },
    'dlt_header_suffix_included',
    'sender_id',
    422,
  ],
  [
    'both a message and variables',
    { recipient: to, message, variables: ['1'], template_id: '1107160000000000001' },
    'invalid_parameter',
    'variables',
  ],
  [
    'variables without a template',
    { recipient: to, variables: ['1'] },
    'invalid_parameter',
    'template_id',
  ],
  [
    'variables of a template that nobody has registered',
    { recipient: to, variables: ['1'], template_id: '1107160000000000001' },
    'dlt_template_unknown',
    'template_id',
    422,
  ],
])(
  '%s is rejected with the documented error code, and nothing is stored',
  async (_, body, code, param, status = 400) => {
    const before = await getUsage(account);
    const reply = await client(web.url, account).post('/messages/send-message', body);
    expect(reply.status).toBe(status);
    expect(reply.body.error).toMatchObject({ code, param, docUrl: expect.stringContaining(code) });
    expect(JSON.stringify(reply.body)).not.toMatch(/\bat .*\.[jt]s\b|node_modules/);
    expect(await getUsage(account)).toEqual(before);
    expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(
      before.messagesUsed,
    );
  },
);

test.each([
  '9876543210',
  '+919876543210',
  '919876543210',
  '09876543210',
  '00919876543210',
  ' +91 (98765) 43-210 ',
  '\u202a+91 98765 43210\u202c',
  '+91\u00a098765\u00a043210',
  '+91 (0) 98765 43210',
  "'+919876543210",
  'tel:+919876543210',
  '९८७६५४३२१०',
])('a recipient written as %s is read as +919876543210', async (recipient) => {
  const reply = await client(web.url, await anAccount()).send(recipient, message);
  expect(reply.status).toBe(202);
  expect(reply.body.data.recipient).toBe('+919876543210');
});

test.each([
  ['emoji', '🎉🎉', 1],
  ['Hindi', 'नमस्ते, आपका ऑर्डर भेज दिया गया है।', 1],
  ['1,530 characters', 'x'.repeat(1_530), 10],
  ['670 characters of Hindi', 'न'.repeat(670), 10],
  ['markup', '<script>alert(1)</script>', 1],
  ['SQL', `'; DROP TABLE messages; --`, 1],
])('%s is sent unchanged', async (_, text, segments) => {
  const { status, body } = await client(web.url, await anAccount()).send(to, text);
  expect(status).toBe(202);
  expect(body.data).toMatchObject({ content: text, segments });
});

test('unknown fields are ignored', async () => {
  const body = { recipient: to, message, colour: 'red', __proto__: { isAdmin: true } };
  expect(
    (await client(web.url, await anAccount()).post('/messages/send-message', body)).status,
  ).toBe(202);
});

test('a batch that has more fields than 1,000 valid items can have is rejected before it is parsed', async () => {
  const fields = Array.from({ length: 20_001 }, (_, i) => `"k${i}":0`).join(',');
  const reply = await client(web.url, account).post(
    '/messages/batch',
    `{"messages":[{${fields}}]}`,
  );
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({
    code: 'invalid_parameter',
    message: 'The request body has more than 20,000 fields.',
  });
});
