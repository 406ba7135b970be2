import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { launchBrowser, openPage, openPageAs } from '../harness/browser.ts';
import { startWebProcess } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { aUser } from '../support/account.ts';
import { comparePictures, smallPng } from '../support/compare-pictures.ts';
import { insertMessages, type MessageFixture } from '../support/messages.ts';
import { waitForIdle, watchRequests } from '../support/wait-for-idle.ts';

/** The folder of the baseline images, which `npm run baselines` writes. */
const folder = join(root, 'tests/long/baselines');
const writes = inherited.WRITE_BASELINES === '1';

/** The web server's clock stands still, so that days, months and durations are the same in every run. */
const instant = new Date('2026-11-18T06:30:00.000Z');
const stopClock = `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) { super(...(given.length > 0 ? given : [${instant.getTime()}])); }
    static now() { return ${instant.getTime()}; }
  };`)}`;

const web = await stopAfterFile(startWebProcess({ NODE_OPTIONS: `--import=${stopClock}` }));
const browser = await launchBrowser();
const user = await aMember();

/** The ten main screens, and whether they need a login. */
const screens: [name: string, path: string, member?: true][] = [
  ['landing', paths.home],
  ['login', paths.login],
  ['sign-up', paths.register],
  ['plans', paths.plans],
  ['docs', paths.docsSection('messaging')],
  ['api-reference', paths.operation('sendMessage')],
  ['home', paths.dashboard(), true],
  ['messages', paths.dashboard('messages'), true],
  ['keys', paths.dashboard('manage-api'), true],
  ['console', paths.dashboard('message'), true],
];

const viewports = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

/**
 * Another Chromium or other font libraries draw the same page with other pixels. So screens are compared only if an image
 * of sample text in all our fonts is identical to the image stored with the baselines.
 */
const rendering = await renderingOf();
const kept = join(folder, 'rendering.txt');
const comparable = writes || (existsSync(kept) && rendering === (await readFile(kept, 'utf8')));

test('screens are compared only if Chromium and its fonts render as they did for the baselines', async (context) => {
  if (writes) {
    await mkdir(folder, { recursive: true });
    await writeFile(kept, rendering);
  }
  if (!comparable) context.skip('Chromium or fonts differ here: NO screen is compared');
  expect(rendering).toBe(await readFile(kept, 'utf8'));
});

test.runIf(comparable).each(viewports)(
  'the main screens match their baselines at a width of $width, light and dark',
  { timeout: 120_000 },
  async (viewport) => {
    const options = { viewport, reducedMotion: 'reduce' } as const;
    const visitor = await openPage(browser, web.url, options);
    const member = await openPageAs(user, browser, web.url, options);
    await visitor.clock.setFixedTime(instant);
    await member.clock.setFixedTime(instant);
    const changed: string[] = [];
    for (const [name, path, isMembers] of screens) {
      const page = isMembers ? member : visitor;
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await settle(page);
      // The page is loaded once for both schemes, because only style sheets differ.
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        const file = `${name}-${viewport.width}-${colorScheme}.png`;
        const differing = await differingPixels(file, await smallPng(shot));
        if (differing > mostDiffering) changed.push(`${file}: ${differing} pixels`);
      }
    }
    expect(changed, 'see build/baselines; if that is meant: npm run baselines').toEqual([]);
  },
);

/** The number of pixels that may differ: a hundredth of a small word. */
const mostDiffering = 20;

/**
 * Compares a screen with its baseline and draws the difference in build/baselines, or stores the screen as the new
 * baseline.
 */
async function differingPixels(name: string, picture: Buffer): Promise<number> {
  const file = join(folder, name);
  if (writes) await writeFile(file, picture);
  const { differing, diff } = await comparePictures(await readFile(file), picture);
  if (differing > mostDiffering) {
    await mkdir(join(root, 'build/baselines'), { recursive: true });
    await writeFile(join(root, 'build/baselines', name), diff);
  }
  return differing;
}

/** Values that differ in each run, and their replacements. */
const replaced = [
  [new URL(web.url).port, '3000'],
  [user.userId, 'usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD'],
];

/** Waits for fonts and scripts, and replaces the values that differ in each run. */
async function settle(page: Page): Promise<void> {
  await waitForIdle(page);
  await page.evaluate(async (pairs) => {
    await document.fonts.ready;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const [from = '', to = ''] of pairs) {
        text.nodeValue = text.nodeValue?.replaceAll(from, to) ?? null;
      }
    }
  }, replaced);
}

/** Identifies how this machine renders pages: the browser's version, and a hash of an image of sample text. */
async function renderingOf(): Promise<string> {
  const page = watchRequests(await browser.newPage({ viewport: { width: 400, height: 200 } }));
  await page.goto(`${web.url}${paths.login}`);
  await waitForIdle(page);
  const hash = await page.evaluate(async () => {
    await document.fonts.ready;
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser draws');
    const fonts = getComputedStyle(document.body).fontFamily;
    for (const [i, size] of [12, 14, 20, 28].entries()) {
      context.font = `${size}px ${fonts}`;
      context.fillText('Dakiya ₹ हिन्दी Ag', 0, 30 * (i + 1));
    }
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const digest = await crypto.subtle.digest('SHA-256', data);
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  });
  await page.close();
  return `Chromium ${browser.version()}\n${hash}\n`;
}

/** A member with two keys and a day's messages. Ids and times are the same in every run. */
async function aMember() {
  const made = await aUser({ name: 'Asha Rao', email: 'asha@example.com' });
  const { userId } = made;
  const createdAt = new Date('2026-10-05');
  const data = { createdAt, firstStepsHiddenAt: createdAt };
  await prisma.user.update({ where: { id: userId }, data });
  for (const [i, name] of ['Shop', 'Order updates'].entries()) {
    const { keyId } = await createKey({ userId, name });
    const fixed = { keyId: `dk_${String(i).repeat(20)}`, createdAt: new Date('2026-10-06') };
    await prisma.credential.update({ where: { keyId }, data: fixed });
  }
  const states = ['delivered', 'delivered', 'sent', 'undelivered', 'queued', 'failed'] as const;
  const messages = states.map(
    (state, i): MessageFixture => ({
      keyId: `dk_${'0'.repeat(20)}`,
      state,
      content: `Your order ${1042 + i} has been shipped.`,
      recipient: `+9198765432${10 + i}`,
      at: new Date(instant.getTime() - (i + 1) * 600_000),
    }),
  );
  await insertMessages(userId, messages);
  const day = new Date('2026-11-17');
  await prisma.statIncrement.createMany({
    data: [
      { userId, day, metric: 'accepted', latencyBucket: 0, count: 1_200 },
      { userId, day, metric: 'delivered', latencyBucket: 28, count: 1_150 },
      { userId, day, metric: 'failed', latencyBucket: 0, count: 30 },
    ],
  });
  return made;
}
