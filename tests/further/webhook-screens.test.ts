import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { openAgain } from '#app/webhooks/forms.ts';
import type { EndpointChanges } from '#domain/webhooks/endpoint-contract.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { revealSigningSecret } from '#domain/webhooks/endpoints/rotate-secret.ts';
import { recoverEvents } from '#domain/webhooks/log/recover-events.ts';
import { runRecovery } from '#domain/webhooks/log/run-recovery.ts';
import {
  loadWebhookDisabledEmail,
  loadWebhookFailingEmail,
} from '#domain/webhooks/webhook-emails.ts';
import { prisma } from '#platform/db.ts';
import { launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { aUser } from '../support/account.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';
import { logEvents } from '../support/webhook-log.ts';
import { anOwner } from '../support/webhook-owner.ts';
import { asOwner, insertEvents, insertFailedEvents, startDispatcher } from '../support/webhooks.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

const url = 'https://hooks.example/dakiya';

const firstOf = async (userId: string) => (await listEndpoints(userId))[0];

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('an endpoint can be added, tested, changed, given a new secret, and deleted', async () => {
    const user = await aUser();
    const { userId } = user;
    const receiver = await aReceiver();
    const dispatcher = await startDispatcher();
    const page = await openPageAs(user, browser, localhostUrl(web), { javaScriptEnabled });
    const toast = (text: string) => page.getByRole('status').getByText(text).waitFor();
    await page.goto(paths.dashboard('webhooks'));
    await page.getByRole('link', { name: 'Add an endpoint' }).click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('checkbox', { name: /^message\.delivered / }).check();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await toast('Webhook endpoint added');
    const endpoint = await until('it is there', () => firstOf(userId));
    expect(endpoint).toMatchObject({ url: receiver.url, types: ['message.delivered'] });

    const secret = await revealSigningSecret(userId, endpoint._id);
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Show the signing secret' }).click();
    await page.getByText(secret).waitFor();
    await page.getByRole('link', { name: 'Hide the signing secret' }).click();
    await page.getByRole('button', { name: 'Show the signing secret' }).waitFor();
    await page.getByLabel('Rotate the signing secret').click();
    await page.getByLabel('The old secret').selectOption('72');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await toast('Signing secret rotated');
    expect(await revealSigningSecret(userId, endpoint._id)).not.toBe(secret);

    await page.locator('summary', { hasText: 'Send a test event' }).click();
    await page.getByLabel('Type of event').selectOption('message.failed');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await toast('Test event on its way');
    dispatcher.wake(endpoint, { userId });
    await until('it is posted', () => receiver.types().includes('message.failed'));
    await until('the event is recorded', () =>
      prisma.webhookEvent.findFirst({ where: { userId, state: 'delivered' } }),
    );
    if (!javaScriptEnabled) await page.reload();
    await page.getByText('delivered', { exact: true }).waitFor();

    await page.goto(paths.editWebhook(endpoint._id));
    await page.getByLabel('Description').fill('Orders');
    await page.getByText('API keys and rate').click();
    await page.getByLabel('Events a second at most').fill('5x');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Please enter a whole number').first().waitFor();
    await page.getByLabel('Events a second at most').fill('50');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await toast('Webhook endpoint saved');
    expect(await firstOf(userId)).toMatchObject({ description: 'Orders', maxPerSecond: 50 });

    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByLabel(`Delete ${receiver.url}`).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await toast('Webhook endpoint deleted');
    await page.getByText('No endpoints yet').waitFor();
    expect(await listEndpoints(userId)).toEqual([]);
  });

  test('a new endpoint gets the format that the user chooses, which cannot be changed later', async () => {
    const user = await aUser();
    const page = await openPageAs(user, browser, localhostUrl(web), { javaScriptEnabled });
    await page.goto(paths.newWebhook);
    const format = page.getByRole('group', { name: 'Format' });
    expect(await format.getByLabel('Standard').isChecked()).toBe(true);
    await format.getByText('Delivery reports in the format of MSG91').waitFor();
    await format.getByLabel('MSG91').check();
    await page.getByLabel('Address').fill(url);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByText('The endpoint gets delivery reports in the format of MSG91').waitFor();
    const endpoint = await firstOf(user.userId);
    expect(endpoint).toMatchObject({ url, format: 'msg91' });
    await page.goto(paths.editWebhook(endpoint?._id ?? ''));
    expect(await page.getByRole('group', { name: 'Format' }).count()).toBe(0);
  });
});

test('folded fields stay open while the user corrects an error in them', async () => {
  const { endpoint, user } = await anOwner(web.url);
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.editWebhook(endpoint._id));
  const rate = page.getByLabel('Events a second at most');
  await page.getByText('API keys and rate').click();
  await rate.fill('5x');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const error = page.getByText('Please enter a whole number').first();
  await error.waitFor();
  await rate.fill('50');
  await error.waitFor({ state: 'detached' });
  expect(await rate.isVisible()).toBe(true);
});

test('while a replay runs, only its progress is reloaded; when the replay ends, the whole page is reloaded once', async () => {
  const { user, userId, endpoint, page: path } = await anOwner(web.url);
  await insertFailedEvents(userId, endpoint._id, 3);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { _id } = await recoverEvents(userId, endpoint._id, { since });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(path);
  await page.getByText('A replay is running').waitFor();
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.data')) loaded.push(pathname);
  });
  const progress = `${paths.webhookReplays(endpoint._id)}.data`;
  await until('the progress is loaded', () => loaded.length > 0);
  expect(new Set(loaded)).toEqual(new Set([progress]));
  await runRecovery(_id);
  await page.getByText('3 of 3 events queued again.').waitFor();
  await page.getByText('Replay failed events').waitFor();
  await until('the page is loaded', () => loaded.includes(`${path}.data`));
});

test('an endpoint’s page shows newly waiting events without a manual reload', async () => {
  const { user, userId, endpoint, page: path } = await anOwner(web.url);
  await insertEvents(endpoint, { userId }, 2);
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(path);
  const waiting = page.locator('div', { has: page.getByText('Events waiting', { exact: true }) });
  await waiting.getByText('2', { exact: true }).first().waitFor();
  await prisma.queuedWebhookEvent.deleteMany({ where: { endpointId: endpoint._id } });
  await waiting.getByText('0', { exact: true }).first().waitFor();
});

test('the page keeps reading the progress of a replay, even if responses arrive before a slow browser has rendered the page', async () => {
  const { user, userId, endpoint, page: path } = await anOwner(web.url);
  await insertFailedEvents(userId, endpoint._id, 3);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { _id } = await recoverEvents(userId, endpoint._id, { since });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.addInitScript(answerAtOnce, `${paths.webhookReplays(endpoint._id)}.data`);
  await page.goto(path);
  await page.getByText('A replay is running').waitFor();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 15 });
  await page.waitForFunction(() => Reflect.get(window, 'answers') >= 3);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await runRecovery(_id);
  await page.getByText('3 of 3 events queued again.').waitFor();
});

/** Answers the page's requests for a path from memory, in the same event-loop turn. A timer loads the newest response. */
function answerAtOnce(path: string) {
  const load = window.fetch;
  let newest: { body: ArrayBuffer; headers: Headers } | undefined;
  const fill = async () => {
    const response = await load(path);
    newest = { body: await response.arrayBuffer(), headers: response.headers };
  };
  setInterval(() => void fill(), 500);
  Reflect.set(window, 'answers', 0);
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (newest === undefined || new URL(url, location.href).pathname !== path)
      return load(input, init);
    Reflect.set(window, 'answers', Reflect.get(window, 'answers') + 1);
    return new Response(newest.body, { headers: newest.headers });
  };
}

test('an error is shown at its field, and the other fields keep their values', async () => {
  const { visitor, userId } = await aMember(web.url);
  const good = { intent: 'save', url, description: 'Orders', includesText: 'on', enabled: 'on' };
  for (const [field, value, said] of [
    ['url', 'ftp://hooks.example/', 'https://'],
    ['url', '', 'Please enter an address'],
    ['apiIds', 'dk_shop sk_secret', '“sk_secret” is no API ID'],
    ['apiIds', 'dk_shop', 'no live key with the API ID dk_shop'],
    ['perSecond', '1001', '1 to 1,000'],
  ] as const) {
    const page = await visitor.post(paths.newWebhook, { ...good, [field]: value });
    expect([field, page.status]).toEqual([field, 400]);
    const parsed = parsePage(page.html);
    const described = parsed.only(`[name="${field}"]`, 'aria-describedby');
    expect(parsed.all(`[id="${described}"]`)[0]?.text).toContain(said);
    expect(parsed.only('[name="description"]', 'value')).toBe('Orders');
    expect(await invalidHtml(page.html)).toEqual([]);
  }
  expect(await listEndpoints(userId)).toEqual([]);
  const { html } = await visitor.get(paths.newWebhook);
  const once = parsePage(html).only('[name="once"]', 'value') ?? '';
  for (let i = 0; i < 2; i += 1) await visitor.post(paths.newWebhook, { ...good, once });
  expect(await listEndpoints(userId)).toHaveLength(1);
});

test('another account can neither see nor change an endpoint or event', async () => {
  const { userId, endpoint, page } = await anOwner(web.url);
  const [id = ''] = await logEvents(endpoint, { userId }, [[{ status: 500 }]]);
  const stranger = await aMember(web.url);
  const places = [page, paths.editWebhook(endpoint._id), paths.webhookEvent(id)];
  const unknown = ['\0', endpoint._id].map(paths.webhookReplays);
  for (const place of [...places, ...unknown, paths.webhook('\0'), paths.webhookEvent('\0')]) {
    expect([place, (await stranger.visitor.get(place)).status]).toEqual([place, 404]);
  }
  const day = new Date().toISOString().slice(0, 10);
  for (const intent of [
    'reveal',
    'rotate',
    'test',
    'turn-on',
    'recover',
    'save',
    'delete',
    'replay',
  ]) {
    const address = { url: 'https://evil.example/', type: 'ping' };
    const form = { intent, overlapHours: '0', from: day, to: day, ...address };
    for (const place of places) {
      const answer = await stranger.visitor.post(place, form);
      expect(answer.html).not.toContain(endpoint.secret);
      expect(answer.html).not.toContain(url);
    }
  }
  expect(await listEndpoints(userId)).toMatchObject([{ url, enabled: true }]);
  await changeEndpoint(asOwner(userId), endpoint._id, { enabled: false });
  await stranger.visitor.post(page, { intent: 'turn-on' });
  expect(await listEndpoints(userId)).toMatchObject([{ url, enabled: false }]);
  expect(await prisma.webhookRecovery.count({ where: { userId } })).toBe(0);
  expect(await revealSigningSecret(userId, endpoint._id)).toBe(endpoint.secret);
  expect(await prisma.webhookEvent.findMany({ where: { userId } })).toMatchObject([
    { state: 'failed' },
  ]);
});

test('after an old sign-in, a user can neither see a secret nor add, change, turn on or delete an endpoint', async () => {
  const { visitor, userId, endpoint, page } = await anOwner(web.url);
  await signedInLongAgo(userId);
  const edit = paths.editWebhook(endpoint._id);
  const fields = { url: 'https://other.example/', enabled: 'on' };
  for (const [place, form] of [
    [page, { intent: 'reveal' }],
    [page, { intent: 'rotate', overlapHours: '0' }],
    [page, { intent: 'turn-on' }],
    [edit, { intent: 'save', ...fields }],
    [edit, { intent: 'delete' }],
    [paths.newWebhook, { intent: 'save', ...fields }],
  ] as const) {
    const answer = await visitor.post(place, form);
    expect([form.intent, answer.status]).toEqual([form.intent, 403]);
    expect(joinText(answer)).toContain('Confirm that it is you');
  }
  expect(await listEndpoints(userId)).toMatchObject([{ url }]);
  expect(await revealSigningSecret(userId, endpoint._id)).toBe(endpoint.secret);
});

test('an outdated form saves only the fields that its user changed, and is rejected if another form has changed one of these fields', async () => {
  const { visitor, userId, endpoint } = await anOwner(web.url);
  const edit = paths.editWebhook(endpoint._id);
  const shown = parsePage((await visitor.get(edit)).html).only('[name="shown"]', 'value') ?? '';
  const old = { intent: 'save', url, includesText: 'on', enabled: 'on', shown };
  const change = (changes: EndpointChanges) =>
    changeEndpoint(asOwner(userId), endpoint._id, changes);
  await change({ enabled: false, max_per_second: 5, types: ['ping'] });
  expect((await visitor.post(edit, { ...old, description: 'Orders' })).status).toBe(302);
  const kept = { url, enabled: false, maxPerSecond: 5, types: ['ping'] };
  expect(await listEndpoints(userId)).toMatchObject([{ ...kept, description: 'Orders' }]);

  const late = { ...old, perSecond: '50', url: 'https://other.example/', description: 'Orders' };
  const refused = await visitor.post(edit, late);
  expect(refused.status).toBe(400);
  const said = 'Another change was saved since you opened this page: the description, the events a';
  expect(joinText(refused)).toContain(said);
  expect(await listEndpoints(userId)).toMatchObject([{ ...kept, description: 'Orders' }]);
  // The page with the error keeps the values that the form was opened with (`shown`). So the form is rejected again if
  // the user submits it once more.
  expect(parsePage(refused.html).only('[name="shown"]', 'value')).toBe(shown);
  const unknown = await visitor.post(edit, { ...late, shown: '' });
  expect([unknown.status, joinText(unknown)]).toEqual([400, expect.stringContaining(openAgain)]);
});

test('emails about an endpoint link to the page of the endpoint', async () => {
  const { endpoint, page } = await anOwner(web.url);
  const { _id: id } = endpoint;
  const asked = { email: '', about: id, createdAt: new Date() };
  await prisma.webhookEndpoint.update({ where: { id }, data: { failures: 4 } });
  const failing = await loadWebhookFailingEmail(asked);
  await prisma.webhookEndpoint.update({ where: { id }, data: { disabledReason: 'gone' } });
  const disabled = await loadWebhookDisabledEmail(asked);
  for (const email of [failing, disabled]) {
    expect(new URL(email?.content.action?.href ?? '').pathname).toBe(page);
  }
});
