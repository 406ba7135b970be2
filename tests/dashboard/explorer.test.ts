import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { aUser } from '../support/account.ts';
import {
  axeViolations,
  holdScripts,
  launchBrowser,
  localhostUrl,
  openPageAs,
} from '../support/browser.ts';
import { messagesOf } from '../support/messages.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { visit } from '../support/wait-for-idle.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const explorer = paths.dashboard('api');

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('an operation and a key are chosen, and the call is made with them', async () => {
    const user = await aUser();
    const { userId } = user;
    await createKey({ userId, name: 'Shop' });
    const key = await createKey({ userId, name: 'Stock' });
    const page = await openPageAs(user, browser, localhostUrl(web), { javaScriptEnabled });
    await page.goto(explorer);
    const choose = async (label: string, value: string) => {
      await page.getByLabel(label, { exact: true }).selectOption(value);
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show' }).click();
      await page.waitForURL(`**${value}*`);
    };
    await choose('Endpoint', 'getBalance');
    await choose('Endpoint', 'sendMessage');
    await page.getByText('real messages go out').waitFor();
    await choose('API key', key.keyId);
    // Its address is there a moment before the page.
    const command = page.getByRole('region', { name: 'Command' });
    await command.getByText(key.keyId).waitFor();
    await page.getByLabel('message').fill("It's on its way");
    await page.getByLabel('recipient').fill('9876543210');
    expect(await command.textContent()).not.toContain(key.secretKey);
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText('202').waitFor();
    const answer = await page.getByRole('region', { name: 'Body of the response' }).textContent();
    const [message, ...others] = await messagesOf(userId);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ keyId: key.keyId, content: "It's on its way" });
    expect(JSON.parse(answer ?? '').data._id).toBe(message?.id);
    expect(await page.getByLabel('message').inputValue()).toBe("It's on its way");
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe(key.keyId);
  });

  test('an error is shown as the API returned it, beside the input', async () => {
    const user = await aUser();
    await createKey({ userId: user.userId, name: 'Shop' });
    const page = await openPageAs(user, browser, localhostUrl(web), { javaScriptEnabled });
    await page.goto(paths.explorer('sendMessage'));
    await page.getByLabel('recipient').fill('12345');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText('400').waitFor();
    await page.getByText('"invalid_recipient"').waitFor();
    expect(await page.getByLabel('recipient').inputValue()).toBe('12345');
    expect(await messagesOf(user.userId)).toEqual([]);
  });

  test('a query is part of the call, and a path too', async () => {
    const user = await aUser();
    await createKey({ userId: user.userId, name: 'Shop' });
    const page = await openPageAs(user, browser, localhostUrl(web), { javaScriptEnabled });
    await page.goto(paths.explorer('listMessages'));
    await page.getByLabel('limit').fill('101');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText('400').waitFor();
    await page.getByLabel('limit').fill('5');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText('200').waitFor();
    await page.goto(paths.explorer('getMessage'));
    await page.getByLabel('id').last().fill('msg_nobodys');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText('404').waitFor();
  });
});

test('keeps input typed before the script ran', async () => {
  const user = await aUser();
  await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, localhostUrl(web));
  const letCome = await holdScripts(page);
  await page.goto(paths.explorer('sendMessage'), { waitUntil: 'commit' });
  await page.getByLabel('recipient').fill('12345');
  letCome();
  await page.getByRole('region', { name: 'Command' }).getByText('"12345"').waitFor();
  expect(await page.getByLabel('recipient').inputValue()).toBe('12345');
});

test('keeps a choice made before the script ran', async () => {
  const user = await aUser();
  await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, localhostUrl(web));
  const letCome = await holdScripts(page);
  await page.goto(explorer, { waitUntil: 'commit' });
  await page.getByLabel('Endpoint').selectOption('getBalance');
  letCome();
  await page.getByRole('heading', { name: 'Get the balance' }).waitFor();
});

test('a call about the account asks for a token, and is made with it', async () => {
  const user = await aUser({ name: 'Asha Rao' });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.explorer('getProfile'));
  await page.getByText('Account calls need a session token.').waitFor();
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('status').getByText('401').waitFor();
  await page.getByLabel('Session token').fill(user.token);
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('status').getByText('200').waitFor();
  await page.getByText('"name": "Asha Rao"').waitFor();
  const command = page.getByRole('region', { name: 'Command' });
  expect(await command.textContent()).not.toContain(user.token);
});

test.each([360, 1280])('an answer has no barriers, at %i px', async (width) => {
  const user = await aUser();
  await createKey({ userId: user.userId, name: 'x'.repeat(100) });
  const page = await openPageAs(user, browser, localhostUrl(web), {
    viewport: { width, height: 800 },
  });
  for (const operation of ['getBalance', 'verifyOtp', 'getProfile', 'signInWithGitHub']) {
    await visit(page, paths.explorer(operation));
    if (operation !== 'signInWithGitHub') {
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByText('x-request-id').last().waitFor();
    }
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([operation, wide, await axeViolations(page)]).toEqual([operation, false, []]);
  }
});
