import { expect, test } from 'vitest';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { defaultSettings, type SettingsInput } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { prisma } from '#platform/db.ts';
import { startWeb } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';

/**
 * This web server caches for half a second. The test process makes the changes, as another web server would, so this web
 * server gets no notification of the changes.
 */
const web = await stopAfterFile(
  startWeb({
    FAILED_AUTH_PER_MINUTE: '10000',
    REQUIRE_CONFIRMED_EMAIL: 'true',
    RATE_LIMIT_PER_SECOND: '3',
    RATE_LIMIT_HARD_PER_SECOND: '1000',
    TRUSTED_PROXIES: '1',
  }),
);

const recipient = '9876543210';
const templateId = '1107160000000000001';
const otherTemplateId = '1107160000000000002';
const message = 'Your code is 482913. - ACME';
const bodies = { [templateId]: 'Your code is {#numeric#}. - ACME' };

type Call = ReturnType<typeof client>;

/** A call that is refused, and a change that allows it. */
type Case = {
  prepare: (account: Account) => Promise<unknown>;
  call: (call: Call, account: Account) => Promise<Reply>;
  refused: string;
  change: (account: Account) => Promise<unknown>;
};

const choose = (chosen: Partial<SettingsInput>) => (account: Account) =>
  saveSettings(account.userId, { ...defaultSettings, rateLimiting: false, ...chosen });

const editKey = (data: Parameters<typeof prisma.credential.update>[0]['data']) => (one: Account) =>
  prisma.credential.update({ where: { keyId: one.keyId }, data });

/** A key with restrictions may not have the scope `dlt`. */
const restrictable = { scopes: ['messages:send' as const, 'otp' as const] };

const balance = (call: Call) => call.get('/balance');
const send = (more: object) => (call: Call) =>
  call.post('/messages/send-message', { recipient, message, ...more });
const inBatch = (more: object) => async (call: Call) => {
  const reply = await call.post('/messages/batch', { messages: [{ recipient, message, ...more }] });
  const [{ status, error }] = reply.body.data;
  return status === 'success' ? reply : { ...reply, status: 422, body: { error } };
};

const confirm = (userId: string) =>
  prisma.user.update({ where: { id: userId }, data: { emailConfirmedAt: new Date() } });

async function anAllowedAccount() {
  const account = await anAccount();
  await confirm(account.userId);
  await choose({})(account);
  return account;
}

async function aSender({ userId }: Account) {
  await registerSenders(userId, 'ACMEIN');
  await registerBodies(userId, bodies);
  await setDltMode(userId, 'enforce');
}

const other = { [otherTemplateId]: 'Order {#numeric#} is on its way. - ACME' };
const otherMessage = { message: 'Order 7 is on its way. - ACME' };

const aService = (userId: string) => ({
  ...{ id: `svc_${userId.slice(4)}`, userId, name: 'Acme', createdAt: new Date() },
  ...{
    sender: 'ACMEIN',
    templateId,
    text: 'Your code is {code}. - ACME',
    length: 6,
    letters: false,
  },
  ...{ ttlSeconds: 300, maxAttempts: 5, resend: 'new' as const, testNumbers: [] },
});

const cases: Record<string, Case> = {
  'a key that is turned on again': {
    prepare: editKey({ isActive: false }),
    ...{ call: balance, refused: 'key_inactive' },
    change: editKey({ isActive: true }),
  },
  'a key whose expiry is removed': {
    prepare: editKey({ expiresOn: new Date(0) }),
    ...{ call: balance, refused: 'key_expired' },
    change: editKey({ expiresOn: null }),
  },
  'a key that gets a scope': {
    prepare: editKey({ scopes: ['messages:read'] }),
    ...{ call: send({}), refused: 'scope_missing' },
    change: editKey({ scopes: ['messages:read', 'messages:send'] }),
  },
  'a key that may be used from more addresses': {
    prepare: editKey({ allowedAddresses: ['198.51.100.1'] }),
    ...{ call: balance, refused: 'address_not_allowed' },
    change: editKey({ allowedAddresses: ['198.51.100.1', '127.0.0.1'] }),
  },
  'an account that turns IP filtering off': {
    prepare: choose({ ipFiltering: true, allowedAddresses: ['198.51.100.1'] }),
    ...{ call: balance, refused: 'address_not_allowed' },
    change: choose({}),
  },
  'an account that turns request validation off': {
    prepare: choose({ requestValidation: true }),
    ...{ call: (call) => call.get('/balance?verbose=1'), refused: 'invalid_parameter' },
    change: choose({}),
  },
  'an account that turns request validation off, in a batch': {
    prepare: choose({ requestValidation: true }),
    ...{ call: inBatch({ colour: 'red' }), refused: 'invalid_parameter' },
    change: choose({}),
  },
  'an account that turns rate limiting off': {
    prepare: choose({ rateLimiting: true }),
    call: async (call) => {
      const replies = await Promise.all(Array.from({ length: 20 }, () => balance(call)));
      return replies.find(({ status }) => status !== 200) ?? (replies[0] as Reply);
    },
    refused: 'rate_limited',
    change: choose({}),
  },
  'an address that is confirmed': {
    prepare: ({ userId }) =>
      prisma.user.update({ where: { id: userId }, data: { emailConfirmedAt: null } }),
    ...{ call: send({}), refused: 'email_unverified' },
    change: ({ userId }) => confirm(userId),
  },
  'a plan that is bought when the quota is used up': {
    prepare: ({ userId }) =>
      prisma.usagePeriod.updateMany({ where: { userId }, data: { messageLimit: 0 } }),
    ...{ call: send({}), refused: 'message_limit_reached' },
    change: ({ userId }) => {
      const expiresAt = new Date(Date.now() + 30 * 86_400_000);
      return grantSubscription({ userId, planName: 'Pro', startedAt: new Date(), expiresAt });
    },
  },
  'a template that is registered': {
    prepare: aSender,
    ...{ call: send(otherMessage), refused: 'dlt_template_not_matched' },
    change: ({ userId }) => registerBodies(userId, other),
  },
  'a template that is registered, by its id': {
    prepare: aSender,
    call: send({ ...otherMessage, template_id: otherTemplateId }),
    refused: 'dlt_template_unknown',
    change: ({ userId }) => registerBodies(userId, other),
  },
  'a template that is registered, in a batch': {
    prepare: aSender,
    ...{ call: inBatch(otherMessage), refused: 'dlt_template_not_matched' },
    change: ({ userId }) => registerBodies(userId, other),
  },
  'a template that is registered, in the check': {
    prepare: aSender,
    call: async (call) => {
      const reply = await call.post('/dlt/check', { messages: [otherMessage] });
      const [{ verdict }] = reply.body.data;
      return verdict === 'ok'
        ? reply
        : { ...reply, status: 422, body: { error: { code: verdict } } };
    },
    refused: 'dlt_template_not_matched',
    change: ({ userId }) => registerBodies(userId, other),
  },
  'a header that is approved': {
    prepare: async (account) => {
      await aSender(account);
      await decideHeader(account.userId, 'ACMEIN', {
        status: 'declined',
        reason: 'A scan is missing.',
      });
    },
    ...{ call: send({ sender_id: 'ACMEIN' }), refused: 'dlt_header_not_approved' },
    change: ({ userId }) => decideHeader(userId, 'ACMEIN', { status: 'approved' }),
  },
  'a mode that no longer refuses': {
    prepare: aSender,
    ...{ call: send(otherMessage), refused: 'dlt_template_not_matched' },
    change: ({ userId }) => setDltMode(userId, 'warn'),
  },
  'a key that may send one template more': {
    prepare: async (account) => {
      await aSender(account);
      await editKey({ ...restrictable, allowedTemplates: [otherTemplateId] })(account);
    },
    ...{ call: send({}), refused: 'template_not_allowed' },
    change: editKey({ allowedTemplates: [otherTemplateId, templateId] }),
  },
  'a key that may send one template more, in a batch': {
    prepare: async (account) => {
      await aSender(account);
      await editKey({ ...restrictable, allowedTemplates: [otherTemplateId] })(account);
    },
    ...{ call: inBatch({}), refused: 'template_not_allowed' },
    change: editKey({ allowedTemplates: [otherTemplateId, templateId] }),
  },
  'a key that may send the codes of one service more': {
    prepare: async (account) => {
      await aSender(account);
      await prisma.otpService.create({ data: aService(account.userId) });
      await editKey({ ...restrictable, allowedServices: ['svc_other'] })(account);
    },
    call: (call, { userId }) =>
      call.post('/messages/send-otp', { recipient, service: aService(userId).id }),
    refused: 'otp_service_not_allowed',
    change: ({ userId, keyId }) =>
      editKey({ allowedServices: ['svc_other', aService(userId).id] })({
        userId,
        keyId,
        secretKey: '',
      }),
  },
  'a service that is created': {
    prepare: aSender,
    call: (call, { userId }) =>
      call.post('/messages/send-otp', { recipient, service: aService(userId).id }),
    refused: 'invalid_parameter',
    change: ({ userId }) => prisma.otpService.create({ data: aService(userId) }),
  },
  'a service that gets another text': {
    prepare: async (account) => {
      await aSender(account);
      await prisma.otpService.create({
        data: { ...aService(account.userId), text: 'Code {code}' },
      });
    },
    call: (call, { userId }) =>
      call.post('/messages/send-otp', { recipient, service: aService(userId).id }),
    refused: 'dlt_template_not_matched',
    change: ({ userId }) => {
      const { id, text } = aService(userId);
      return prisma.otpService.update({ where: { id }, data: { text } });
    },
  },
  'a throttle that is lifted': {
    prepare: async ({ userId }) => {
      const throttle = {
        userId,
        keyId: null,
        sent: 100,
        verified: 1,
        minVerifiedPercent: 20,
        startedAt: new Date(),
      };
      await prisma.otpThrottle.create({ data: { id: `thr_${userId.slice(4)}`, ...throttle } });
    },
    call: async (call) => {
      const to = () => `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => call.post('/messages/send-otp', { recipient: to() })),
      );
      return replies.find(({ status }) => status >= 300) ?? (replies[0] as Reply);
    },
    refused: 'otp_throttled',
    change: ({ userId }) =>
      prisma.otpThrottle.updateMany({ where: { userId }, data: { endedAt: new Date() } }),
  },
};

test.each(Object.entries(cases))(
  '%s succeeds immediately after a change that allows it, even on a web server that has just refused the same call',
  async (_, one) => {
    const account = await anAllowedAccount();
    await one.prepare(account);
    const call = client(web.url, account);
    for (let i = 0; i < 2; i += 1) {
      const reply = await one.call(call, account);
      expect([reply.status >= 400, reply.body.error?.code]).toEqual([true, one.refused]);
    }
    await one.change(account);
    const reply = await one.call(call, account);
    expect([reply.status < 300, reply.body.error]).toEqual([true, undefined]);
  },
);

test('a refused call is not charged and an accepted call is charged once, even if the server reads the database again during the call', async () => {
  const account = await anAllowedAccount();
  await aSender(account);
  const call = client(web.url, account);
  const refused = await Promise.all(Array.from({ length: 20 }, () => send(otherMessage)(call)));
  expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(
    new Set(['dlt_template_not_matched']),
  );
  expect(await getUsage(account)).toEqual({ messagesUsed: 0, apiCallsUsed: 0 });
  await registerBodies(account.userId, other);
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(otherMessage)(call)));
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 202));
  expect(await getUsage(account)).toEqual({ messagesUsed: 20, apiCallsUsed: 20 });
});
