import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { readEndpointHealth } from '#domain/webhooks/log/read-endpoint-health.ts';
import { runRecovery } from '#domain/webhooks/log/run-recovery.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { insertMessages } from '../support/messages.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';
import { logEvents, logMessageEvent } from '../support/webhook-log.ts';
import { anOwner } from '../support/webhook-owner.ts';
import { anEndpoint } from '../support/webhooks.ts';

const web = await sharedWeb();

test('while an endpoint fails, the sidebar of every screen of its mode says so, until the endpoint works or is turned off', async () => {
  const { visitor, endpoint } = await anOwner(web.url);
  const says = async () =>
    (await visitor.get(paths.dashboard('account'))).html.includes('A webhook endpoint is failing');
  const change = (data: object) =>
    prisma.webhookEndpoint.update({ where: { id: endpoint._id }, data });
  expect(await says()).toBe(false);
  await change({ failures: 2, failingSince: new Date(), failure: 'The server answered 500.' });
  expect(await says()).toBe(true);
  await visitor.post(paths.mode, { mode: 'test', to: '/dashboard' });
  expect(await says()).toBe(false);
  await visitor.post(paths.mode, { mode: 'live', to: '/dashboard' });
  expect(await says()).toBe(true);
  await change({ enabled: false });
  expect(await says()).toBe(false);
});

test('a failing endpoint is shown with its figures and last failures, and a response is shown as text', async () => {
  const { visitor, userId, endpoint, page } = await anOwner(web.url);
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
  expect(text).toContain('Succeeded|33.3%|p95|1.4 s|Attempts|3|');
  expect(text).toContain('The server answered 500.');
  const event = await visitor.get(paths.webhookEvent(id));
  expect(event.html).not.toContain('<script>alert');
  expect(joinText(event)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd');
  expect(joinText(event)).toContain(`webhook-id: ${id}`);
  for (const { html } of [list, shown, event]) expect(await invalidHtml(html)).toEqual([]);
});

test('events can be filtered by state and type, and are paged', async () => {
  const { visitor, userId, endpoint } = await anOwner(web.url);
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

test('a user can replay one event, or all failed events of some days, and sees the progress of the replay', async () => {
  const { visitor, userId, endpoint, page } = await anOwner(web.url);
  const [id = ''] = await logEvents(endpoint, { userId }, [
    [{ status: 500 }],
    [{ status: 500 }],
    [{ status: 200 }],
  ]);
  const event = paths.webhookEvent(id);
  expect((await visitor.post(event, { intent: 'replay' })).location).toBe(event);
  expect(joinText(await visitor.get(event))).toContain('retrying');

  const today =
    parsePage((await visitor.get(page)).html).only('#replays [name="to"]', 'value') ?? '';
  const wrong = await visitor.post(page, { intent: 'recover', from: today, to: '2020-01-01' });
  expect(wrong.status).toBe(400);
  expect(joinText(wrong)).toContain('The time range is empty');
  await visitor.post(page, { intent: 'recover', from: today, to: today });
  expect(joinText(await visitor.get(page))).toContain('A replay is running');
  const running = await prisma.webhookRecovery.findFirstOrThrow({ where: { userId } });
  await runRecovery(running.id);
  const done = joinText(await visitor.get(page));
  expect(done).toContain('1 of 3 events queued again.');
  expect(done).not.toContain('A replay is running');
});

test('showing a message’s text on the page of its event is recorded as a view', async () => {
  const { visitor, userId, endpoint } = await anOwner(web.url);
  const [messageId = ''] = await insertMessages(userId, [{ content: 'Your order has left.' }]);
  const id = await logMessageEvent(endpoint, { userId }, messageId);
  expect(joinText(await visitor.get(paths.webhookEvent(id)))).toContain('Your order has left.');
  expect(await prisma.textView.findMany({ where: { userId } })).toMatchObject([
    { way: 'page', texts: 1, oldestId: messageId },
  ]);
});

test('the figures count only the last 1,000 attempts of this account’s endpoint', async () => {
  const { userId, endpoint } = await anOwner(web.url);
  const other = await anEndpoint(userId, 'https://other.example/');
  await logEvents(other, { userId }, [[{ status: 500 }]]);
  await logEvents(endpoint, { userId }, [
    ...Array.from({ length: 50 }, () => [{ status: 500 }]),
    ...Array.from({ length: 1_000 }, (_, i) => [{ status: 200, durationMs: i + 1 }]),
  ]);
  expect(await readEndpointHealth(userId, endpoint._id)).toMatchObject({
    ...{ attempts: 1_000, succeeded: 1_000, p95Ms: 950, waiting: 0, failures: [] },
  });
  expect(await readEndpointHealth(userId, other._id)).toMatchObject({
    failures: [{ status: 500, count: 1 }],
    hours: [{ succeeded: 0, failed: 1 }],
  });
  const { userId: stranger } = await aUser();
  expect(await readEndpointHealth(stranger, endpoint._id)).toMatchObject({ attempts: 0 });
});
