import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { startFlakyProxy } from '../harness/proxy.ts';
import { python, pythonEnvironment } from '../harness/python.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount } from '../support/account.ts';

const web = await sharedWeb();

/** Runs a documented program that imports the Python library. @returns its output */
async function run(title: string, { keyId, secretKey }: Account, url = web.url) {
  const block = findDocsPage('sdk')?.blocks.find(
    (one) => one.kind === 'code' && one.title === title,
  );
  const text = block?.kind === 'code' ? block.text : `the documentation has no ${title}`;
  const program = text.replaceAll(serverSettings.PUBLIC_URL, url);
  const env = { ...pythonEnvironment, DAKIYA_ID: keyId, DAKIYA_KEY: secretKey } as never;
  const { stdout } = await promisify(execFile)(python ?? 'python3', ['-c', program], { env });
  return stdout.trim();
}

const idsOf = async ({ userId }: Account) =>
  (await prisma.message.findMany({ where: { userId } })).map(({ id }) => id);

test.skipIf(!python)('orders.py sends a message, and prints the code of an error', async () => {
  const account = await anAccount();
  const output = await run('orders.py', account);
  expect(await idsOf(account)).toEqual([/msg_\w+/.exec(output)?.[0]]);
  const refused = await run('orders.py', { ...account, secretKey: 'sk_wrong' });
  expect(refused).toContain('invalid_credentials');
});

test.skipIf(!python)('orders.py sends only one message, even after a lost response', async () => {
  const account = await anAccount();
  const proxy = await startFlakyProxy(web.url);
  try {
    const output = await run('orders.py', account, proxy.url);
    expect([proxy.requests(), await idsOf(account)]).toEqual([3, [/msg_\w+/.exec(output)?.[0]]]);
  } finally {
    proxy.close();
  }
});

test.skipIf(!python)('failed.py lists messages with the asynchronous client', async () => {
  expect(await run('failed.py', await anAccount())).toBe('');
});
