import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import {
  loadWebhookDisabledEmail,
  loadWebhookFailingEmail,
} from '#domain/notifications/webhooks/emails/load-webhook-emails.server.ts';
import { listEndpoints } from '#domain/notifications/webhooks/endpoints/manage-endpoints.server.ts';
import { revealSigningSecret } from '#domain/notifications/webhooks/endpoints/rotate-secret.server.ts';
import { readEndpointHealth } from '#domain/notifications/webhooks/log/read-endpoint-health.server.ts';
import { runRecovery } from '#domain/notifications/webhooks/log/run-recovery.server.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser } from '../support/account.ts';
import { launchBrowser, localhostUrl, openPageAs } from '../support/browser.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';
import { until } from '../support/until.ts';
import { logEvents } from '../support/webhook-log.ts';
import { aReceiver } from '../support/webhook-receiver.ts';
import { anEndpoint, startDispatcher } from '../support/webhooks.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

const url = 'https://hooks.example/dakiya';

async function anOwner() {
  const member = await aMember(web.url);
  const endpoint = await anEndpoint(member.userId, url);
  return { ...member, endpoint, page: paths.webhook(endpoint._id) };
}

const firstOf = async (userId: string) => (await listEndpoints(userId))[0];

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('an endpoint is added, gets a test event, is changed, rotated and deleted', async () => {
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
});

test('an endpoint that fails is shown with its figures and last failures, and an answer as text', async () => {
  const { visitor, userId, endpoint, page } = await anOwner();
  await prisma.webhookEndpoint.update({
    where: { id: endpoint._id },
    data: { failures: 7, failingSince: new Date(), failure: 'The server answered 500.' },
  });
  const response = '<script>alert(1)</script>\u202e\u0007 "oops"';
  const [id = ''] = await logEvents(endpoint, { userId }, [
    [{ status: 500, response }, { status: 500 }],
    [{ status: 200, durationMs: 1_400 }],
  ]);
  const list = await visitor.get(paths.dashboard('webhooks'));
  expect(joinText(list)).toMatch(/Failing\|.*7 failures in a row since/s);
  const shown = await visitor.get(page);
  const text = joinText(shown).replace(/\|+/g, '|');
  expect(text).toContain('Succeeded|33.3%|95 % within|1.4 s|Attempts|3|');
  expect(text).toContain('The server answered 500.');
  const event = await visitor.get(paths.webhookEvent(id));
  expect(event.html).not.toContain('<script>alert');
  expect(joinText(event)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd');
  expect(joinText(event)).toContain(`webhook-id: ${id}`);
  for (const { html } of [list, shown, event]) expect(await invalidHtml(html)).toEqual([]);
});

test('events are found by state and type, in pages', async () => {
  const { visitor, userId, endpoint } = await anOwner();
  const ids = await logEvents(endpoint, { userId }, [
    [{ status: 500 }],
    ...Array.from({ length: 29 }, () => [{ status: 200 }]),
  ]);
  const links = async (search: Record<string, string>) => {
    const { html } = await visitor.get(paths.webhook(endpoint._id, search));
    return parsePage(html)
      .all('tbody a[href]')
      .map(({ attributes }) => attributes.href);
  };
  const [failed = '', ...delivered] = ids.map(paths.webhookEvent);
  expect(await links({})).toEqual(delivered.toReversed().slice(0, 25));
  expect(await links({ after: ids[5] ?? '' })).toEqual(
    [...ids.slice(0, 5)].map(paths.webhookEvent).toReversed(),
  );
  expect(await links({ status: 'failed' })).toEqual([failed]);
  expect(await links({ type: 'otp.sent' })).toEqual([]);
  expect(await links({ status: 'lost', type: '\0', after: 'x'.repeat(99) })).toHaveLength(25);
});

test('one event is replayed, and all that failed on some days, with progress', async () => {
  const { visitor, userId, endpoint, page } = await anOwner();
  const [id = ''] = await logEvents(endpoint, { userId }, [
    [{ status: 500 }],
    [{ status: 500 }],
    [{ status: 200 }],
  ]);
  const event = paths.webhookEvent(id);
  expect((await visitor.post(event, { intent: 'replay' })).location).toBe(event);
  expect(joinText(await visitor.get(event))).toContain('pending');

  const today =
    parsePage((await visitor.get(page)).html).only('#replays [name="to"]', 'value') ?? '';
  const wrong = await visitor.post(page, { intent: 'recover', from: today, to: '2020-01-01' });
  expect(wrong.status).toBe(400);
  expect(joinText(wrong)).toContain('The span is empty');
  await visitor.post(page, { intent: 'recover', from: today, to: today });
  expect(joinText(await visitor.get(page))).toContain('A replay is running');
  const running = await prisma.webhookRecovery.findFirstOrThrow({ where: { userId } });
  await runRecovery(running.id);
  const done = joinText(await visitor.get(page));
  expect(done).toContain('1 replayed, 3 looked at');
  expect(done).not.toContain('A replay is running');
});

test('what is wrong is said at its field, and the rest stays', async () => {
  const { visitor, userId } = await aMember(web.url);
  const good = { intent: 'save', url, description: 'Orders', includesText: 'on', enabled: 'on' };
  for (const [field, value, said] of [
    ['url', 'ftp://hooks.example/', 'https://'],
    ['url', '', 'Please enter an address'],
    ['apiIds', 'dk_shop sk_secret', '“sk_secret” is no API ID'],
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

test('the last 1,000 attempts count, of the endpoint of this account alone', async () => {
  const { userId, endpoint } = await anOwner();
  const other = await anEndpoint(userId, 'https://other.example/');
  await logEvents(other, { userId }, [[{ status: 500 }]]);
  await logEvents(endpoint, { userId }, [
    ...Array.from({ length: 50 }, () => [{ status: 500 }]),
    ...Array.from({ length: 1_000 }, (_, i) => [{ status: 200, durationMs: i + 1 }]),
  ]);
  expect(await readEndpointHealth(userId, endpoint._id)).toMatchObject({
    ...{ attempts: 1_000, succeeded: 1_000, p95Ms: 950, waiting: 0, failures: [] },
  });
  expect((await readEndpointHealth(userId, other._id)).failures).toMatchObject([{ status: 500 }]);
  const { userId: stranger } = await aUser();
  expect(await readEndpointHealth(stranger, endpoint._id)).toMatchObject({ attempts: 0 });
});

test('emails about an endpoint lead to its page', async () => {
  const { endpoint, page } = await anOwner();
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
