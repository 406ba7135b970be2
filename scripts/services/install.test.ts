import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../root.ts';
import { runCommand } from './child.ts';

/** Runs code in an environment in which no program is installed, and `--no-install` forbids installing any. */
const runWithout = (code: string) =>
  runCommand({
    name: 'code',
    command: process.execPath,
    args: ['--import', 'tsx', '--input-type=module', '--eval', code],
    cwd: root,
    env: { NO_INSTALL: '1', PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' },
  });

test('with --no-install, a missing browser or Redis is an error', async () => {
  await expect(
    runWithout(`
      import { findChromium, findHeadlessChromium } from './scripts/testing/chromium.ts';
      for (const find of [findHeadlessChromium, findChromium])
        await find(console.log).catch((error) => console.log(error.message));
      throw new Error('end');`),
  ).rejects.toThrow(/(A browser is not installed, and --no-install[\s\S]*){2}end/);
  // If the test does not run as root, the error always says what to install.
  await expect(
    runWithout(`
      import { findRedis } from './scripts/services/redis.ts';
      await findRedis(console.log);`),
  ).rejects.toThrow(/redis-server is not installed, and --no-install|install redis-server/);
});

test('with --no-install, missing npm packages are an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-install-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'scripts'));
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'scripts/test.ts'), '');
  const packages = { '': {}, 'node_modules/some': { version: '1.0.0' } };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  await writeFile(join(folder, 'node_modules/.package-lock.json'), '{"packages":{}}');
  await expect(
    runWithout(`
      import { prepare } from './scripts/bootstrap/prepare.mjs';
      await prepare(${JSON.stringify(folder)}, 'test');`),
  ).rejects.toThrow(/--no-install forbids `npm ci`/);
});
