import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { findKind } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aHook, postSigned } from '../support/hooks.ts';

const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker({ CARRIERS: '[]' }))]);

let made = 0;

/** The body that Supabase Auth posts, in which the number has no plus sign. */
const payloadFor = (recipient: string, otp = '561166') => ({
  metadata: {
    uuid: `8a7f3c9e-4f53-4a0b-9f0c-${String(++made).padStart(12, '0')}`,
    time: '2026-11-29T10:00:00Z',
    name: 'send-sms',
    ip_address: '203.0.113.9',
  },
  user: { id: '6481a5c1', aud: 'authenticated', phone: '', app_metadata: {} },
  sms: { otp, phone: recipient },
});

test('a call that is signed as Supabase does delivers a test message with its code', async () => {
  const { userId } = await anAccount();
  const hook = await aHook(web.url, userId, 'supabase');
  const response = await postSigned(hook.url, payloadFor('919999900000'), hook);
  expect([response.status, await response.text()]).toEqual([200, '{}']);
  expect(response.headers.get('content-type')).toContain('application/json');
  const message = await until('the message is delivered', () =>
    prisma.message.findFirst({ where: { userId, state: 'delivered' } }),
  );
  expect(message).toMatchObject({ keyId: hook.id, kind: 'otp', recipient: '+919999900000' });
  expect(message.content).toContain('561166');
});

/** Runs a shell command. @returns its output */
const runShell = async (command: string) =>
  (await promisify(execFile)('bash', ['-c', command])).stdout;

test('the command that the page and the docs show signs a call as Supabase does', async () => {
  const { userId } = await anAccount();
  const hook = await aHook(web.url, userId, 'supabase');
  const blocks = findKind('supabase')?.setup({ ...hook, recipient: '9999900000' }) ?? [];
  const { lines = '', title } = blocks.find(({ lines }) => lines.includes('openssl')) ?? {};
  const documented = findDocsPage('hooks')?.blocks.find(
    (block) => block.kind === 'code' && block.title === title,
  );
  const placed = lines
    .replace(hook.url, `${serverSettings.PUBLIC_URL}/api/hooks/supabase/hook_…`)
    .replace(hook.secret, 'v1,whsec_…');
  expect(documented).toMatchObject({ text: placed });

  expect(await runShell(lines)).toMatch(/^HTTP\/1\.1 200 .*\{\}$/s);
  const where = { keyId: hook.id };
  expect(await prisma.message.findMany({ where })).toMatchObject([{ recipient: '+919999900000' }]);
  const wrong = await runShell(lines.replace('v1,whsec_', 'v1,whsec_AAAA'));
  expect(wrong).toMatch(/^HTTP\/1\.1 401 .*does not match the secret/s);
});

/** The latest failed calls of a hook, oldest first. */
const failuresOf = (keyId: string, count: number) =>
  until('the failed calls are recorded', async () => {
    const rows = await prisma.failedRequest.findMany({ where: { keyId }, orderBy: { id: 'asc' } });
    return rows.length === count ? rows : null;
  });

const countMessages = (keyId: string) => prisma.message.count({ where: { keyId } });

test('a call that Supabase retries with a new id sends its code only once', async () => {
  const { userId } = await anAccount();
  const hook = await aHook(web.url, userId, 'supabase');
  const payload = payloadFor('919999900001');
  const tries = ['msg_1', 'msg_2', 'msg_3'].map((id) =>
    postSigned(hook.url, payload, { ...hook, id }),
  );
  const first = await Promise.all(tries);
  const late = await postSigned(hook.url, payload, { ...hook, id: 'msg_4' });
  expect([...first, late].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await countMessages(hook.id)).toBe(1);
});

test('accepts one valid signature among several joined by commas, and rejects invalid and old signatures', async () => {
  const { userId } = await anAccount();
  const hook = await aHook(web.url, userId, 'supabase');
  const other = 'v1,whsec_c29tZSBvdGhlciBzZWNyZXQ=';
  const payload = payloadFor('919999900001');
  const both = await postSigned(hook.url, payload, { ...hook, others: [other] });
  expect(both.status).toBe(200);
  const wrong = await postSigned(hook.url, payloadFor('919999900001'), { secret: other });
  const old = new Date(Date.now() - 301_000);
  const late = await postSigned(hook.url, payloadFor('919999900001'), { ...hook, at: old });
  expect([wrong.status, late.status]).toEqual([401, 401]);
  expect(await countMessages(hook.id)).toBe(1);
  expect((await failuresOf(hook.id, 2)).map(({ code, message }) => [code, message])).toEqual([
    ['invalid_credentials', 'The signature does not match the secret of this hook.'],
    ['invalid_credentials', expect.stringContaining('more than 5 minutes off')],
  ]);
});

test('a failed call gets status 200 with the reason for the user, and is logged without the code', async () => {
  const { userId } = await anAccount();
  const hook = await aHook(web.url, userId, 'supabase');
  const response = await postSigned(hook.url, payloadFor('6591234567', '998877'), hook);
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      error: { http_code: 400, message: expect.stringContaining('only available in India') },
      requestId: expect.any(String),
    },
  ]);
  const [failure] = await failuresOf(hook.id, 1);
  expect(failure).toMatchObject({ code: 'unsupported_country', param: 'recipient', status: 400 });
  expect(JSON.stringify(failure)).not.toMatch(/998877|91234567/);
});

test('live codes count towards the limits of one-time passwords, are charged, and are stored encrypted', async () => {
  const account = await anAccount();
  const hook = await aHook(web.url, account.userId, 'supabase', { livemode: true });
  const otp = { recipient: '9876512345' };
  expect((await client(web.url, account).post('/messages/send-otp', otp)).status).toBe(202);
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    const response = await postSigned(hook.url, payloadFor('919876512345'), hook);
    const { error } = await response.json();
    statuses.push(error?.http_code ?? response.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(await getUsage(account)).toEqual({ messagesUsed: 5, apiCallsUsed: 5 });
  const messages = await prisma.message.findMany({ where: { keyId: hook.id } });
  expect(messages.map(({ kind, content }) => [kind, content])).toEqual(
    messages.map(() => ['otp', null]),
  );
});

test('test codes are not charged', async () => {
  const account = await anAccount();
  const hook = await aHook(web.url, account.userId, 'supabase');
  await postSigned(hook.url, payloadFor('919999900000'), hook);
  expect(await getUsage(account)).toEqual({ messagesUsed: 0, apiCallsUsed: 0 });
});
