import { gunzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { docsSections } from '#app/content/docs.ts';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { startFlakyProxy } from '../harness/proxy.ts';
import { runProgram } from '../harness/run-program.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount } from '../support/account.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { runSample } from '../support/run-sample.ts';

const web = await sharedWeb();

/** The programs in the documentation, by their titles. */
const programs = new Map(
  docsSections
    .flatMap(({ id }) => findDocsPage(id)?.blocks ?? [])
    .flatMap((block) => (block.kind === 'code' && block.title ? [[block.title, block.text]] : [])),
);

/** One of the programs, with another API address. */
const program = (title: string, url: string) =>
  (programs.get(title) ?? `the documentation has no ${title}`).replaceAll(
    serverSettings.PUBLIC_URL,
    url,
  );

const keyOf = ({ keyId, secretKey }: Account) => ({ DAKIYA_ID: keyId, DAKIYA_KEY: secretKey });

/** Runs a documented program that imports the Node library. */
const runWithLibrary = (title: string, account: Account, url = web.url) =>
  runProgram('node-library', program(title, url), { env: keyOf(account) });

const rowsOf = ({ userId }: Account) =>
  prisma.message.findMany({ where: { userId }, select: { id: true } });

test('orders.mjs sends a message with the library', async () => {
  const account = await anAccount();
  const { output } = await runWithLibrary('orders.mjs', account);
  expect(await rowsOf(account)).toEqual([{ id: /msg_\w+/.exec(output)?.[0] }]);
  const { output: refused } = await runWithLibrary('orders.mjs', {
    ...account,
    secretKey: 'sk_wrong',
  });
  expect(refused).toContain('invalid_credentials');
});

test('orders.mjs sends only one message, even after a lost response', async () => {
  const account = await anAccount();
  const proxy = await startFlakyProxy(web.url);
  try {
    const { ok } = await runWithLibrary('orders.mjs', account, proxy.url);
    expect([ok, proxy.requests(), (await rowsOf(account)).length]).toEqual([true, 3, 1]);
  } finally {
    proxy.close();
  }
});

test('verify-code.mjs checks a code with the library', async () => {
  const account = await anAccount();
  await runSample('send-otp', 'node-library', account, { url: web.url });
  const row = await prisma.otp.findFirstOrThrow({ where: { userId: account.userId } });
  const verify = async (otp: string) => {
    const use = `process.argv.push('9876543210', '${otp}');\nawait import('./verify-code.mjs');`;
    const files = { 'verify-code.mjs': program('verify-code.mjs', web.url) };
    return (await runProgram('node-library', use, { files, env: keyOf(account) })).output;
  };
  const code = codeOfRow(row);
  expect(await verify(code === '000000' ? '111111' : '000000')).toBe('otp_incorrect');
  expect(await verify(code)).toBe('verified');
  expect(await verify(code)).toBe('otp_used');
});

test('failed.mjs lists failed messages with the library', async () => {
  const { ok, output } = await runWithLibrary('failed.mjs', await anAccount());
  expect([ok, output]).toEqual([true, '']);
});

test('receive.mjs accepts a signed event, and answers 400 to an event with a wrong signature', async () => {
  const secret = `whsec_${Buffer.from('a secret with thirty-two bytes ..').toString('base64')}`;
  const body = '{"type":"ping","timestamp":"now","livemode":false,"data":{}}';
  const now = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  };
  const use = `
    import { POST } from './receive.mjs';
    for (const body of ${JSON.stringify([body, `${body} `])}) {
      const init = { method: 'POST', body, headers: ${JSON.stringify(headers)} };
      console.log((await POST(new Request('http://localhost', init))).status);
    }`;
  const { output } = await runProgram('node-library', use, {
    files: { 'receive.mjs': program('receive.mjs', web.url) },
    env: { DAKIYA_WEBHOOK_SECRET: secret },
  });
  expect(output.split('\n')).toEqual(['evt_1 ping', '204', '400']);
});

test('the site serves the library as a package that npm can install', async () => {
  const answer = await fetch(`${web.url}/dakiya-node.tgz`);
  const bytes = gunzipSync(Buffer.from(await answer.arrayBuffer()));
  expect(answer.status).toBe(200);
  for (const file of ['package.json', 'esm/dakiya.js', 'esm/dakiya.d.ts', 'cjs/dakiya.cjs']) {
    expect(bytes.includes(`package/${file}`)).toBe(true);
  }
});

test('the site serves the library for Python as an archive, without a content encoding', async () => {
  const answer = await fetch(`${web.url}/dakiya-python.tar.gz`);
  const archive = gunzipSync(Buffer.from(await answer.arrayBuffer()));
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
  for (const file of ['PKG-INFO', 'pyproject.toml', 'src/dakiya/_client.py']) {
    expect(archive.includes(`/${file}`)).toBe(true);
  }
});

test('count-day.mjs counts the messages of a day', async () => {
  const account = await anAccount();
  const { ok, output } = await runProgram('javascript', program('count-day.mjs', web.url), {
    env: keyOf(account),
  });
  expect([ok, output]).toEqual([true, expect.stringContaining('(index)')]);
});
