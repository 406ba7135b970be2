import { beforeAll, expect, test } from 'vitest';
import type { HookInput } from '#domain/messaging/hooks/contract.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import { createService } from '#domain/messaging/otp/services/manage-services.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { aDltSender, codeTemplate, otherTemplate } from '../support/dlt-sender.ts';
import { aHook, enterSigningKey, postAsZitadel, postJson } from '../support/hooks.ts';

const web = await sharedWeb();
let userId = '';
beforeAll(async () => {
  ({ userId } = await anAccount());
});

/** The messages that a hook has sent, oldest first. */
const messagesOf = (keyId: string) =>
  prisma.message.findMany({ where: { keyId }, orderBy: { id: 'asc' } });

let numbers = 0;
/** A number that has received nothing, in E.164 and without the plus sign. */
const aNumber = () => `91987${String(6_000_000 + ++numbers)}`;

type Case = { payload: (to: string) => object; hook?: Partial<HookInput>; text?: string };

/** The payload that each product posts, from its documentation. Each payload has fields that we do not read. */
const calls: Record<string, Case> = {
  logto: {
    payload: (to) => ({
      ...{ to, type: 'SignIn', ip: '203.0.113.7' },
      payload: { code: '271828', locale: 'en', application: { id: 'app' } },
    }),
  },
  authentik: {
    payload: (to) => ({
      ...{ From: 'Dakiya', To: `+${to}`, Body: '271828' },
      Message: 'Use this code to authenticate in authentik: 271828',
    }),
    hook: { sendAs: 'text' },
    text: 'Use this code to authenticate in authentik: 271828',
  },
  'kratos with a verification code': {
    payload: (to) => ({
      ...{ recipient: `+${to}`, template_type: 'verification_code_valid', to: `+${to}` },
      ...{ recovery_code: '', verification_code: '271828', subject: '' },
      body: 'Your verification code is: 271828',
    }),
  },
  'kratos with a login code in the text': {
    payload: (to) => ({
      ...{ recipient: `+${to}`, template_type: 'login_code_valid', recovery_code: null },
      body: 'Your login code is: 271828\n\nIt expires in 15 minutes.',
    }),
  },
  'kratos as in its documentation': {
    payload: (to) => ({ To: `+${to}`, Body: 'Your login code is: 271828' }),
  },
  fusionauth: {
    payload: (to) => ({
      ...{ code: '271828', phoneNumber: `+${to}`, type: 'SMS' },
      ...{ textMessage: 'Your code is 271828', userId: '00000000-0000-0001-0000-000000000000' },
    }),
  },
  'generic with a code': { payload: (to) => ({ phone_number: to, otp: '271828' }) },
  'generic with the text of Keycloak': {
    payload: (to) => ({
      to,
      from: 'Acme',
      message: 'Your SMS code is 271828 and is valid for 5 minutes.',
    }),
    hook: { sendAs: 'text', hasCodes: true },
    text: 'Your SMS code is 271828 and is valid for 5 minutes.',
  },
};

test.each(Object.entries(calls))(
  '%s: the code is sent as a message of the OTP lane',
  async (name, one) => {
    const hook = await aHook(web.url, userId, name.split(' ')[0] as string, one.hook);
    const to = aNumber();
    const response = await postJson(hook.url, hook.secret, one.payload(to));
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        status: 'success',
        messages: [expect.stringMatching(/^msg_/)],
        requestId: expect.any(String),
      },
    ]);
    const [message] = await messagesOf(hook.id);
    expect(message).toMatchObject({ kind: 'otp', recipient: `+${to}`, livemode: false });
    expect(message?.content).toBe(
      one.text ?? '271828 is your Dakiya verification code. Do not share it with anyone.',
    );
  },
);

const zitadelCall = (to: string) => ({
  contextInfo: {
    eventType: 'user.human.otp.sms.code.added',
    provider: { id: '285181292935381355', description: 'Dakiya' },
    recipientPhoneNumber: `+${to}`,
  },
  templateData: { title: 'Verify OTP', text: '271828 is your one-time-password for acme.example.' },
  args: { code: '271828', expiry: 300_000_000_000 },
});

test('zitadel: a hook rejects all calls until it has its signing key, and then rejects wrong keys and old timestamps', async () => {
  const hook = await aHook(web.url, userId, 'zitadel', { sendAs: 'text' });
  const to = aNumber();
  const early = await postAsZitadel(hook.url, zitadelCall(to), 'key');
  expect([early.status, (await early.json()).message]).toEqual([
    401,
    'This hook waits for its signing key: enter it on the page of the hook.',
  ]);
  await enterSigningKey(userId, hook.id, 'RGoNWkq5');
  const sent = await postAsZitadel(hook.url, zitadelCall(to), 'RGoNWkq5');
  expect(sent.status).toBe(200);
  expect((await messagesOf(hook.id))[0]).toMatchObject({
    ...{ kind: 'otp', recipient: `+${to}` },
    content: '271828 is your one-time-password for acme.example.',
  });
  expect((await postAsZitadel(hook.url, zitadelCall(to), 'another')).status).toBe(401);
  const old = new Date(Date.now() - 301_000);
  const late = await postAsZitadel(hook.url, zitadelCall(to), 'RGoNWkq5', old);
  expect((await late.json()).message).toContain('more than 5 minutes off');
});

test('an OTP service supplies the text of a code, and a template is filled in from the call', async () => {
  const { account } = await aDltSender(web.url);
  const service = await createService(
    account.userId,
    createServiceInput.parse({
      name: 'Acme',
      text: 'Your code is {code}. - ACME',
      sender_id: 'ACMEIN',
    }),
  );
  const live = { livemode: true };
  const byService = await aHook(web.url, account.userId, 'logto', {
    ...{ ...live, sendAs: 'service', serviceId: service.id },
  });
  const body = { to: aNumber(), payload: { code: '271828' } };
  expect((await postJson(byService.url, byService.secret, body)).status).toBe(200);
  expect((await messagesOf(byService.id))[0]).toMatchObject({
    ...{ kind: 'otp', sender: 'ACMEIN', templateId: codeTemplate, livemode: true },
    // The text of a live code is stored only in encrypted form.
    content: null,
  });

  const byTemplate = await aHook(web.url, account.userId, 'generic', {
    ...{ ...live, sendAs: 'template', sender: 'ACMEIN', templateId: otherTemplate },
    variables: ['{order.id}', '{name}'],
  });
  const order = { to: aNumber(), name: 'Asha', order: { id: 4711 } };
  expect((await postJson(byTemplate.url, byTemplate.secret, order)).status).toBe(200);
  expect((await messagesOf(byTemplate.id))[0]).toMatchObject({
    ...{ kind: 'message', content: 'Order 4711 was sent to Asha. - ACME' },
  });

  const { order: _, ...without } = order;
  const response = await postJson(byTemplate.url, byTemplate.secret, without);
  expect([response.status, (await response.json()).message]).toEqual([
    400,
    'The call has no text in its field order.id, which a slot of the template needs.',
  ]);
});

test('the response contains the reason of a DLT mismatch, and nothing is charged', async () => {
  const { account } = await aDltSender(web.url);
  const hook = await aHook(web.url, account.userId, 'generic', {
    ...{ livemode: true, sendAs: 'text', sender: 'ACMEIN' },
  });
  const response = await postJson(hook.url, hook.secret, { to: aNumber(), message: 'Hello' });
  const answer = await response.json();
  expect([response.status, answer.error.code]).toEqual([422, 'dlt_template_not_matched']);
  expect(answer.message).toBe(answer.error.message);
  expect(await messagesOf(hook.id)).toEqual([]);
});

const ways: Record<string, (url: string, secret: string, to: string) => Promise<Response>> = {
  'ERPNext by GET, the secret in the query': (url, secret, to) =>
    fetch(`${url}?${new URLSearchParams({ secret, to, message: 'Order 1' })}`),
  'ERPNext by POST as a form, the secret in a header': (url, secret, to) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: new URLSearchParams({ receiver_no: to, message: 'Order 1' }),
    }),
  'Keycloak with the secret as a field of a form': (url, secret, to) =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, 'phone-number': to, text: 'Order 1' }),
    }),
  'a product with HTTP Basic': (url, secret, to) =>
    postJson(
      url,
      '',
      { mobile: to, msg: 'Order 1' },
      {
        authorization: `Basic ${Buffer.from(`any:${secret}`).toString('base64')}`,
      },
    ),
  'a product with the secret alone in Authorization': (url, secret, to) =>
    postJson(url, '', { number: Number(to), body: 'Order 1' }, { authorization: secret }),
  'Home Assistant with a list of targets': (url, secret, to) =>
    postJson(url, secret, { message: 'Order 1', title: 'Home', target: [to] }),
  'a product with X-API-Key': (url, secret, to) =>
    fetch(url, {
      method: 'POST',
      headers: { 'x-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify({ To: `0${to.slice(2)}`, Message: 'Order 1' }),
    }),
};

test.each(Object.entries(ways))('generic: accepts the call of %s', async (_, call) => {
  const hook = await aHook(web.url, userId, 'generic', { sendAs: 'text' });
  const to = aNumber();
  const response = await call(hook.url, hook.secret, to);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('msg_')]);
  const messages = await messagesOf(hook.id);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ kind: 'message', recipient: `+${to}`, content: 'Order 1' });
});

test('generic: the messages of Uptime Kuma go to the numbers of the hook', async () => {
  const recipients = [`+${aNumber()}`, `+${aNumber()}`];
  const hook = await aHook(web.url, userId, 'generic', { sendAs: 'text', recipients });
  const msg = '[Shop] [🔴 Down] Request failed with status code 502';
  const payload = {
    heartbeat: { status: 0, msg: 'Request failed' },
    monitor: { name: 'Shop' },
    msg,
  };
  expect((await postJson(hook.url, hook.secret, payload)).status).toBe(200);
  const messages = await messagesOf(hook.id);
  expect(messages.map(({ recipient }) => recipient)).toEqual(recipients);
  expect(messages[0]?.content).toBe(msg);
});

const alert = (startsAt: string) => ({
  ...{ receiver: 'dakiya', status: 'firing', version: '4', groupKey: '{}:{alertname="DiskFull"}' },
  alerts: [
    {
      ...{
        status: 'firing',
        startsAt,
        endsAt: '0001-01-01T00:00:00Z',
        fingerprint: 'c6eadffa33fcdf37',
      },
      labels: { alertname: 'DiskFull', instance: 'web-1:9100' },
      annotations: { summary: 'Disk is 97 % full' },
      generatorURL: 'http://prometheus:9090/graph',
    },
  ],
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull', instance: 'web-1:9100' },
  commonAnnotations: { summary: 'Disk is 97 % full' },
  ...{ externalURL: 'http://alertmanager:9093', truncatedAlerts: 0 },
});

test.each([
  ['alertmanager', {}],
  ['grafana', { orgId: 1, title: '[FIRING:1] DiskFull', state: 'alerting', message: 'long' }],
])(
  '%s: a notification is sent once to each number, and is sent again when the alert fires again',
  async (kind, more) => {
    const recipients = [`+${aNumber()}`, `+${aNumber()}`];
    const hook = await aHook(web.url, userId, kind, { sendAs: 'text', recipients });
    const first = { ...alert('2026-11-29T10:00:00Z'), ...more };
    for (const _ of ['sent', 'repeated']) {
      const response = await postJson(hook.url, hook.secret, first);
      expect([response.status, await response.text()]).toEqual([200, 'sent\n']);
    }
    const messages = await messagesOf(hook.id);
    expect(messages.map(({ recipient }) => recipient)).toEqual(recipients);
    expect(messages[0]?.content).toBe('FIRING: DiskFull (web-1:9100). Disk is 97 % full');
    await postJson(hook.url, hook.secret, { ...alert('2026-11-29T11:00:00Z'), ...more });
    expect(await messagesOf(hook.id)).toHaveLength(4);
  },
);

test.each([
  ['application/json', '{"to":"9822510000","message":"caf\xe9"}'],
  ['application/x-www-form-urlencoded', 'to=9822510000&message=caf\xe9'],
])('rejects a body that is not UTF-8 with the reason: %s', async (type, body) => {
  const hook = await aHook(web.url, userId, 'generic', { sendAs: 'text' });
  const response = await fetch(hook.url, {
    method: 'POST',
    headers: { authorization: hook.secret, 'content-type': type },
    body: Buffer.from(body, 'latin1'),
  });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('UTF-8')]);
  expect(await messagesOf(hook.id)).toEqual([]);
});
