import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { root } from '#scripts/root.ts';
import { startFlakyProxy } from '../harness/proxy.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount } from '../support/account.ts';
import { unzip } from '../support/exports.ts';
import { php, runPhp } from '../support/php-library.ts';

const web = await sharedWeb();
const source = join(root, 'packages/php');
const readSource = (name: string) => readFile(join(source, name), 'utf8');

test('the PHP library has the version of the product, and depends only on PHP’s own extensions', async () => {
  const manifest = JSON.parse(await readSource('composer.json'));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(manifest.version).toBe(version);
  expect(await readSource('src/Client.php')).toContain(`VERSION = '${version}'`);
  expect(Object.keys(manifest.require)).toEqual(['php', 'ext-curl', 'ext-json']);
});

test('Composer finds every class of the PHP library, and autoload.php loads every file', async () => {
  const files = await readdir(join(source, 'src'));
  for (const file of files) {
    const classes = (await readSource(`src/${file}`)).match(/^(?:final )?class \w+/gm);
    expect(classes?.map((one) => one.split(' ').at(-1))).toEqual([basename(file, '.php')]);
  }
  const loaded = await readSource('autoload.php');
  const parts = await readdir(join(source, 'parts'));
  const all = [...files.map((file) => `src/${file}`), ...parts.map((file) => `parts/${file}`)];
  for (const file of all) expect(loaded).toContain(`'${file.replace('.php', '')}'`);
});

test('the site serves the PHP library as an archive with one folder', async () => {
  const answer = await fetch(`${web.url}/dakiya-php.zip`);
  expect(answer.status).toBe(200);
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...files.keys()].sort()).toEqual(
    [
      ...['README.md', 'autoload.php', 'composer.json'],
      ...['parts/errors.php', 'parts/methods.php', 'parts/resources.php'],
      ...['src/Client.php', 'src/Page.php', 'src/PageList.php', 'src/Webhook.php'],
    ].map((name) => `dakiya/${name}`),
  );
  expect(files.get('dakiya/src/Client.php')).toBe(await readSource('src/Client.php'));
});

/** Runs a documented program with the library. */
async function runDocumented(title: string, { keyId, secretKey }: Account, url = web.url) {
  const block = findDocsPage('sdk')?.blocks.find(
    (one) => one.kind === 'code' && one.title === title,
  );
  const text = block?.kind === 'code' ? block.text : `the documentation has no ${title}`;
  const program = text
    .replaceAll(serverSettings.PUBLIC_URL, url)
    .replace("require 'dakiya/autoload.php'", "require 'packages/php/autoload.php'")
    .replace('<?php', '');
  return runPhp(['-r', program], undefined, { DAKIYA_ID: keyId, DAKIYA_KEY: secretKey });
}

describe.skipIf(!php)('the documented programs', () => {
  const rowsOf = ({ userId }: Account) =>
    prisma.message.findMany({ where: { userId }, select: { id: true } });

  test('orders.php sends a message, and prints the code of an error', async () => {
    const account = await anAccount();
    const output = await runDocumented('orders.php', account);
    expect(await rowsOf(account)).toEqual([{ id: /msg_\w+/.exec(output)?.[0] }]);
    const refused = await runDocumented('orders.php', { ...account, secretKey: 'sk_wrong' });
    expect(refused).toContain('invalid_credentials');
  });

  test('orders.php sends only one message, even after a lost response', async () => {
    const account = await anAccount();
    const proxy = await startFlakyProxy(web.url);
    try {
      await runDocumented('orders.php', account, proxy.url);
      expect([proxy.requests(), (await rowsOf(account)).length]).toEqual([3, 1]);
    } finally {
      proxy.close();
    }
  });
});
