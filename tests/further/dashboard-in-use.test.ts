import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { screens } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { formatMoment } from '#domain/shared/format.browser.ts';
import { prisma } from '#platform/db.ts';
import { axeViolations, launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { registerBodies, registerSenders } from '../support/dlt.ts';
import { insertMessages } from '../support/messages.ts';
import { field, press } from '../support/page-controls.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

test('from the second page load on, a browser outside India sees times in its own time zone', async () => {
  const user = await aUser();
  const { createdAt } = await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, localhostUrl(web), { timezoneId: 'Asia/Tokyo' });
  await page.goto(paths.dashboard('manage-api'));
  const created = page.getByRole('main').locator('time').first();
  // The list shows only the day of the creation. The `title` attribute has the time too.
  const at = (zone: string) => `${formatMoment(new Date(createdAt), 'medium', zone)} in ${zone}`;
  expect(await created.getAttribute('title')).toContain(at('Asia/Kolkata'));
  await until('the browser names its zone', async () =>
    (await page.context().cookies()).some(({ name }) => name === 'zone'),
  );
  await page.reload();
  expect(await created.getAttribute('title')).toContain(at('Asia/Tokyo'));
});

test('the whole sidebar is visible in a window of 1280 × 720', async () => {
  const user = await aUser();
  const page = await openPageAs(user, browser, web.url, { viewport: { width: 1280, height: 720 } });
  await page.goto(paths.dashboard());
  const links = page.getByRole('complementary').getByRole('navigation').getByRole('link');
  expect(await links.count()).toBe(screens.length);
  const isCut = await links.first().evaluate((link) => {
    const scrolled = link.closest('.overflow-y-auto');
    return !scrolled || scrolled.scrollHeight > scrolled.clientHeight;
  });
  expect(isCut).toBe(false);
  const drawings = await links
    .locator('path')
    .evaluateAll((all) => all.map((one) => one.outerHTML));
  expect(new Set(drawings).size).toBe(screens.length);
});

test('on Home, a recent message takes one line in a window of 1280 px, with room for 30 characters of its text, and at most three lines at 360 px', async () => {
  const user = await aUser();
  const { userId } = user;
  const { keyId } = await createKey({ userId, name: 'Shop' });
  await prisma.user.update({ where: { id: userId }, data: { firstStepsHiddenAt: new Date() } });
  const long = 'Your parcel has been shipped. '.repeat(34).trim();
  const unbroken = `https://example.com/${'x'.repeat(600)}`;
  await insertMessages(userId, [
    { keyId, content: long, state: 'undelivered' },
    { keyId, content: unbroken, recipient: 'erased_01kaf9v7z5w3n8q2r4t6y8b0cd' },
    { keyId, content: null, state: 'sent' },
  ]);
  const page = await openPageAs(user, browser, web.url, { viewport: { width: 1280, height: 800 } });
  await page.goto(paths.dashboard());
  const list = page.getByRole('region', { name: 'Latest messages' });
  const rows = list.getByRole('listitem');
  const heights = () => rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(await rows.count()).toBe(3);
  for (const height of await heights()) expect(height).toBeLessThan(44);
  const texts = [long, unbroken, 'One-time password, not shown'];
  const boxes = await Promise.all(
    texts.map((text) => list.getByText(text, { exact: true }).boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
  for (const box of boxes) expect(box?.width).toBeGreaterThan(180);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const height of await heights()) expect(height).toBeLessThan(88);
});

test('a screen that loads slowly shows its heading at once, and the previous screen keeps its input until then', async () => {
  const page = await openPageAs(await aUser(), browser, localhostUrl(web));
  await page.goto(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Half a na');
  const answer = new AbortController();
  await page.route('**/*.data*', async (route) => {
    if (!answer.signal.aborted) await once(answer.signal, 'abort');
    await route.continue();
  });
  await page.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.getByLabel('API Name').inputValue()).toBe('Half a na');
  answer.abort();
  await page.getByText('No messages yet').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Messages']);
});

test('Ctrl+K finds a screen, a message and the documentation by keyboard alone', async () => {
  const user = await aUser();
  const [id = ''] = await insertMessages(user.userId, [{}]);
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.dashboard());
  const search = page.getByRole('dialog', { name: 'Search' });
  const opener = page.getByRole('button', { name: 'Search' });
  const field = search.getByRole('combobox');

  await opener.click();
  await field.fill('billing');
  await search.getByRole('option', { name: 'Billing History', selected: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.dashboard('billing-history')}`);
  expect(await search.count()).toBe(0);

  await page.keyboard.press('Control+k');
  await field.fill(id);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.message(id)}`);

  await opener.focus();
  await page.keyboard.press('Control+k');
  await field.fill('98765 43210');
  await search.getByRole('option', { name: 'Messages to this number' }).waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press('Control+k');
  await field.fill('idempotency');
  const passage = search.getByRole('group', { name: 'Documentation' }).getByRole('option').first();
  await passage.waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await search.getByRole('option').last().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await search.getByRole('option').first().getAttribute('aria-selected')).toBe('true');
  await passage.click();
  await page.waitForURL('**/docs/**');
});

test('a user filters messages, opens a message and returns, pages through the list, and exports it', async () => {
  const user = await aUser();
  const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
  await insertMessages(user.userId, Array(30).fill({ keyId, content: 'On its way' }));
  const given = { keyId, state: 'failed', reason: 'refused with 0x0000000B' } as const;
  await insertMessages(user.userId, [given, { keyId, content: null }]);
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.dashboard());
  const main = page.getByRole('main');
  const rows = main.getByRole('row').filter({ has: page.getByRole('link') });

  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await main.getByText('One-time password, not shown').waitFor();
  expect(await rows.count()).toBe(25);

  const search = main.getByRole('searchbox', { name: 'Search' });
  await main.getByRole('link', { name: 'Failed 1' }).click();
  await main.getByText('1–1 of 1').waitFor();
  await search.fill('98765 43210');
  await main.getByLabel('API key').selectOption('Shop');
  await main.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/messages?*q=98765*');
  expect(new URL(page.url()).searchParams.get('state')).toBe('failed');
  expect(await rows.count()).toBe(1);
  expect(await search.inputValue()).toBe('98765 43210');

  await rows.getByRole('link').click();
  await main.getByText('it does not accept the number').first().waitFor();
  await main.getByRole('button', { name: 'Copy number' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+919876543210');
  await main.getByRole('link', { name: 'Back to the messages' }).click();
  await main.getByText('1–1 of 1').waitFor();

  await search.fill('no such text');
  await main.getByRole('button', { name: 'Search' }).click();
  await main.getByText('No message matches').waitFor();
  expect(await search.inputValue()).toBe('no such text');

  await main.getByRole('link', { name: 'Clear filters' }).click();
  await main.getByRole('link', { name: 'Older' }).click();
  await main.getByRole('link', { name: 'Newest' }).waitFor();
  expect(await rows.count()).toBe(7);
  expect(await main.getByRole('link', { name: 'Older' }).count()).toBe(0);

  const download = page.waitForEvent('download');
  await main.getByRole('link', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^dakiya-messages-[\d-]+\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(33);
});

test('a message is checked while the user types it, and only the result of the last check is shown', async () => {
  const user = await aUser();
  await registerSenders(user.userId, 'ACMEIN');
  await registerBodies(user.userId, {
    '1107160000000000001': 'Dear {#var#}, your code is {#numeric#}. - ACME',
  });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.checkMessage);
  // The response to the first input arrives after the response to the last.
  let answerFirst: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  let checks = 0;
  await page.route(`**${paths.dltCheck}`, async (route) => {
    checks += 1;
    if (checks === 1) await held;
    await route.continue().catch(() => undefined);
  });
  const text = page.getByLabel('Text');
  const first = page.waitForRequest(`**${paths.dltCheck}`);
  await text.fill('Dear Asha, your Code is 1. - ACME');
  await first;
  await text.fill('Dear Asha, your code is 12. - ACM');
  await page.getByText('The message ends before the fixed text').waitFor();
  answerFirst();
  expect(await page.locator('mark').allTextContents()).toEqual(['The text ends here↵']);
  await text.fill('Dear Asha, your code is 12. - ACME');
  await page.locator('mark[title="Slot 2, numeric"]').waitFor();
  expect(await page.locator('mark').allTextContents()).toEqual(['Slot 1: Asha', 'Slot 2: 12']);

  await text.fill('');
  await page.getByText('Nothing is sent, and nothing is charged.').waitFor();
  await page.route(`**${paths.dltCheck}`, (route) => route.abort());
  await text.fill('Dear');
  await page.getByText('We could not reach the server.').waitFor();
});

test('while the user types the text of a service, the form shows a preview; the form saves the service', async () => {
  const page = await openPageAs(await aUser(), browser, localhostUrl(web));
  await page.goto(paths.newOtpService);
  const preview = page.getByRole('region', { name: 'Preview of the SMS' });
  await field(page, 'Name').fill('Acme');
  await preview.getByText('482913 is your Acme verification code.').waitFor();
  await field(page, 'Text').fill('{code} – {name}');
  await preview.getByText('482913 – Acme').waitFor();
  await preview.getByText('in Unicode, as some are not').waitFor();
  await page.getByLabel('Characters of a code').selectOption('8');
  await page.getByLabel('Kind of characters').selectOption('Capitals and digits');
  await page.getByLabel('Domain for browsers').fill('example.com');
  await preview.getByText('@example.com #K7M2XQ4R').waitFor();
  await field(page, 'Text').fill('No code');
  await preview.getByText('The text must have {code} once.').waitFor();
  await press(page, 'Add service');
  await page.locator('textarea[aria-invalid="true"]').waitFor();
  await field(page, 'Text').fill('Use {code} for {name}.');
  await press(page, 'Add service');
  await page.getByRole('heading', { name: 'Acme', exact: true }).waitFor();
});

test('ten failed messages with a reason of two lines are visible in a window of 1280 × 800', async () => {
  const user = await aUser();
  await registerSenders(user.userId, 'ACMEIN');
  const failed = { state: 'undelivered', reason: 'UNDELIV 633: dlt_template_not_matched' } as const;
  await insertMessages(
    user.userId,
    Array.from({ length: 12 }, () => failed),
  );
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(paths.messages({ state: 'failed' }));
  await page.getByRole('link', { name: 'Clear filters' }).waitFor();
  const rows = page.getByRole('row').filter({ hasText: 'UNDELIVERED' });
  const bottoms = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().bottom),
  );
  expect(bottoms).toHaveLength(12);
  expect(bottoms[9]).toBeLessThanOrEqual(800);
});

test('the confirmation of each row is visible in a window of 1280 × 800 with 20 keys', async () => {
  const user = await aUser();
  for (let i = 0; i < 20; i += 1) await createKey({ userId: user.userId, name: `Key ${i}` });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(paths.dashboard('manage-api'));
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Key/ }) });
  const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(48);
  // The last row that is visible without scrolling, and the last row of the list.
  for (const at of [9, 19]) {
    await page.getByLabel(`Delete Key ${at}`, { exact: true }).click();
    const confirm = page.getByRole('button', { name: 'Delete permanently' });
    const bottom = () =>
      confirm.evaluate((button) => button.closest('.panel')?.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(800);
    await page.keyboard.press('Escape');
  }
});
