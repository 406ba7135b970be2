import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data.ts';
import { maxPerHour } from '#domain/webhooks/contract.browser.ts';
import {
  endFullListeners,
  findListener,
  listListened,
  startListening,
} from '#domain/webhooks/listening/manage-listener.ts';
import { consumeWebhookLimit } from '#domain/webhooks/log/replay-event.ts';
import {
  axeViolationsAtAllWidths,
  launchBrowser,
  localhostUrl,
  openPageAs,
} from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, aUser } from '../support/account.ts';
import { insertListened } from '../support/listened-events.ts';
import { aMember } from '../support/member.ts';
import { acceptTestMessage, recordTestAttempt, toCaller } from '../support/message-fixtures.ts';
import { aNewcomer } from '../support/newcomer.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('an account can listen, send itself a test event, see its request, and stop', async () => {
    const user = await aUser();
    const page = await openPageAs(user, browser, localhostUrl(web), { javaScriptEnabled });
    const toast = (text: string) => page.getByRole('status').getByText(text).waitFor();
    await page.goto(paths.dashboard('webhooks'));
    await page.getByRole('link', { name: 'Listen to events' }).click();
    await page.getByRole('button', { name: 'Start listening' }).click();
    await toast('Listening started');
    await page.getByText('Listening until').waitFor();
    await page.locator('summary', { hasText: 'Send a test event' }).click();
    await page.getByLabel('Type of event').selectOption('message.failed');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await toast('Test event sent');
    const event = page.getByRole('listitem').filter({ hasText: 'message.failed' });
    await event.locator('summary').first().click();
    await event.getByText('"livemode": false').first().waitFor();
    await event.getByText('Headers', { exact: true }).click();
    await event.getByText('user-agent: Dakiya-Webhooks/1').waitFor();
    if (javaScriptEnabled) {
      expect(await axeViolationsAtAllWidths(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await toast('Listening stopped');
    await page.getByText('Listening ended').waitFor();
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByText('No events yet.').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'message.failed' }).count()).toBe(0);
  });
});

test('new events appear without a reload, newest first, unless the list is paused or a filter excludes them', async () => {
  const account = await anAccount();
  const caller = await toCaller(account);
  const user = { ...account, email: '', password: '', token: '' };
  await startListening({ userId: account.userId, livemode: true });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.listen());
  await page.getByText('No events yet.').waitFor();
  const items = page.getByRole('region', { name: 'Events' }).getByRole('listitem');
  const message = await acceptTestMessage(caller, new Date());
  await recordTestAttempt(message, 'sent');
  await items.filter({ hasText: message.id }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  const other = await acceptTestMessage(caller, new Date());
  await recordTestAttempt(other, 'failed');
  await page.getByText('New events since then: 1.').waitFor();
  expect(await items.count()).toBe(1);
  await page.getByRole('button', { name: 'Continue' }).click();
  await items.filter({ hasText: other.id }).waitFor();
  expect(await items.first().textContent()).toContain('message.failed');

  await page.getByLabel('Type', { exact: true }).selectOption('message.failed');
  await page.getByRole('button', { name: 'Filter' }).click();
  await items.filter({ hasText: message.id }).waitFor({ state: 'detached' });
  const third = await acceptTestMessage(caller, new Date());
  await recordTestAttempt(third, 'sent');
  const fourth = await acceptTestMessage(caller, new Date());
  await recordTestAttempt(fourth, 'failed');
  await items.filter({ hasText: fourth.id }).waitFor();
  expect(await items.filter({ hasText: third.id }).count()).toBe(0);
});

test('an open page says so when listening ends', async () => {
  const user = await aUser();
  const key = { userId: user.userId, livemode: true };
  await startListening(key);
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.listen());
  await page.getByText('Listening until').waitFor();
  await insertListened(key, 1_000);
  await endFullListeners();
  await page.getByText('stopped after 1,000 events').waitFor();
  await page.getByText('The newest 50 events.').waitFor();
});

test('a form acts on the mode in which its page was opened, even if the dashboard has switched modes in the meantime', async () => {
  const newcomer = await aNewcomer();
  const visitor = await signedIn(web.url, newcomer);
  const { html } = await visitor.get(paths.listen());
  expect(html).toContain('name="mode" type="hidden" value="test"');
  for (const mode of ['', 'Live'])
    expect((await visitor.post(paths.listen(), { intent: 'start', mode })).status).toBe(400);
  const started = await visitor.post(paths.listen(), { intent: 'start', mode: 'live' });
  expect(started.location).toBe(paths.listen());
  const [live, testing] = await Promise.all(
    [true, false].map((livemode) => findListener({ userId: newcomer.userId, livemode })),
  );
  expect(live).toMatchObject({ isOpen: true });
  expect(testing).toBeNull();
});

test('invalid forms are rejected, and errors name the limits', async () => {
  const { visitor, userId } = await aMember(web.url);
  const key = { userId, livemode: true };
  const post = (fields: Record<string, string>) =>
    visitor.post(paths.listen(), { mode: 'live', ...fields });
  expect((await post({ intent: 'x' })).status).toBe(400);
  const early = await post({ intent: 'test', type: 'ping' });
  expect(early.location).toBe(paths.listen());
  expect((await visitor.follow(early)).html).toContain('Listening is over');
  await post({ intent: 'start' });
  expect((await post({ intent: 'test', type: 'lost' })).status).toBe(400);
  expect(await listListened(key, undefined, renderWebhookData)).toEqual([]);
  const use = () => consumeWebhookLimit(userId, 'tests').catch(() => undefined);
  await Promise.all(Array.from({ length: maxPerHour.tests }, use));
  expect((await post({ intent: 'test', type: 'ping' })).status).toBe(429);
  await insertListened(key, 2);
  const odd = await visitor.get(`${paths.listen({ type: '\u0000' })}&type=ping`);
  expect(odd.status).toBe(200);
  expect(await invalidHtml(odd.html)).toEqual([]);
});
