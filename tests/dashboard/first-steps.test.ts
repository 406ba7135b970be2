import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { createEndpointInput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { aNewcomer } from '../support/newcomer.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();

/** A user who has just signed up, on Home. */
async function onHome() {
  const user = await aNewcomer();
  const visitor = await signedIn(web.url, user);
  const home = async (search = {}) => {
    const page = await visitor.get(paths.dashboard('home', search));
    return { ...page, text: joinText(page) };
  };
  const press = (intent: string, fields: Record<string, string> = {}) =>
    visitor.post(paths.dashboard(), { intent, ...fields });
  /** The titles of the completed steps. */
  const done = async () =>
    [...(await home()).html.matchAll(/>([^<]*)<span class="sr-only"> \(done\)/g)].map(
      ([, title]) => title,
    );
  return { ...user, visitor, home, press, done };
}

test('a new account sees a call with its test key, and the call is ready to run', async () => {
  const { testKey, home } = await onHome();
  const { html } = await home();
  expect(html).toContain(testKey.keyId);
  expect(html).toContain(`x-api-key: ${testKey.secretKey}`);
});

test('the page does not contain the secret more than 15 minutes after the sign-in', async () => {
  const { userId, password, testKey, home, press } = await onHome();
  await signedInLongAgo(userId);
  const { html } = await home();
  expect(html).not.toContain(testKey.secretKey);
  expect(html).toContain('Fill in my test key');
  expect((await press('fill-in-key')).html).toContain('Confirm that it is you');
  const confirmed = await press('fill-in-key', { confirmPassword: password });
  expect(confirmed).toMatchObject({ status: 302, location: paths.dashboard() });
  expect((await home()).html).toContain(testKey.secretKey);
});

test('the button sends one test message with the test key, even if pressed repeatedly, and shows its status', async () => {
  const { userId, testKey, visitor, press, home } = await onHome();
  const idempotencyKey = /name="idempotencyKey"[^>]*value="([\w-]+)"/.exec(
    (await home()).html,
  )?.[1];
  const sent = await press('send-test', { idempotencyKey: idempotencyKey ?? '' });
  await press('send-test', { idempotencyKey: idempotencyKey ?? '' });
  const rows = await prisma.message.findMany({ where: { userId } });
  expect(rows).toMatchObject([{ keyId: testKey.keyId, livemode: false, segments: 1 }]);
  const address = paths.dashboard('home', { sent: rows[0]?.id ?? '' });
  expect(sent).toMatchObject({ status: 302, location: address });
  const page = await visitor.follow(sent);
  expect(page.html).toContain('Message sent successfully!');
  expect(joinText(page)).toContain('|Delivery status|');
  expect(page.html).toContain(hrefTo(address));
  expect(await prisma.usagePeriod.findMany({ where: { userId, messagesUsed: { gt: 0 } } })).toEqual(
    [],
  );
});

test('without a usable test key the button explains what to do', async () => {
  const { userId, visitor, press } = await onHome();
  await prisma.credential.updateMany({ where: { userId }, data: { isActive: false } });
  const { html } = await visitor.follow(await press('send-test'));
  expect(html).toContain('You have no active test key. Please create one first.');
  expect(html).toContain('Create a test key');
});

test('each step is ticked when the user has done it, and the list disappears after the last step', async () => {
  const { userId, home, press, done } = await onHome();
  expect(await done()).toEqual(['Make an API key']);
  await press('send-test');
  expect(await done()).toEqual(['Make an API key', 'Send a test message']);
  await createEndpoint(
    { userId, keyId: null, from: null },
    createEndpointInput.parse({ url: 'https://hooks.example/' }),
  );
  expect(await done()).toHaveLength(3);
  await registerSenders(userId, 'ACMEIN');
  expect(await done()).toEqual([
    ...['Make an API key', 'Send a test message', 'Get the results', 'Register your sender'],
  ]);
  expect((await home()).text).toContain('|Create a live key|');
  await createKey({ userId, name: 'Shop' });
  expect((await home()).text).toContain('|Open the console in live mode|');
  await prisma.usagePeriod.updateMany({ where: { userId }, data: { messagesUsed: 1 } });
  expect((await home()).text).not.toContain('First steps');
});

test('a first live message does not hide the steps while other steps are open', async () => {
  const { userId, home, done } = await onHome();
  await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.updateMany({ where: { userId }, data: { messagesUsed: 1 } });
  expect((await home()).text).toContain('|First steps|');
  expect(await done()).toEqual(['Make an API key', 'Send your first live message']);
});

test('the button and the curl command use the account’s own template if the account has its own header', async () => {
  const { userId, testKey, home, press } = await onHome();
  await registerSenders(userId, 'ACMEIN', 'ACMEUP');
  await setDltMode(userId, 'enforce');
  expect((await home()).text).toContain('|Register a template|');
  expect((await home()).html).not.toContain('value="send-test"');

  const others = Array.from({ length: 60 }, (_, i) => [
    `11071600000000000${String(30 + i)}`.slice(0, 19),
    `See ${i} at {#url#} - ACME`,
  ]);
  await registerBodies(userId, Object.fromEntries(others));
  expect((await home()).text).toContain('|Register a template|');
  const link = { '1107160000000000001': 'See {#url#} - ACME' };
  await registerBodies(userId, {
    ...link,
    '1107160000000000099': 'Order {#numeric#} of {#var#}. - ACME',
  });
  const { html } = await home();
  expect(html).toContain('value="send-test"');
  await press('send-test');
  const rows = await prisma.message.findMany({ where: { userId } });
  const sent = {
    content: 'Order 4829 of Asha. - ACME',
    sender: 'ACMEIN',
    templateId: '1107160000000000099',
  };
  expect(rows).toMatchObject([{ ...sent, keyId: testKey.keyId }]);
  const code = /<pre[^>]*>(curl[\s\S]*?)<\/pre>/.exec(
    html.replaceAll(/<\/?(?:span|code)[^>]*>/g, ''),
  )?.[1];
  for (const part of [
    '"sender_id": "ACMEIN"',
    '"template_id": "1107160000000000099"',
    sent.content,
  ]) {
    expect([part, code?.replaceAll('&quot;', '"').includes(part)]).toEqual([part, true]);
  }
});

test('reading a message over the API completes the step “Get the results”', async () => {
  const { testKey, press, home, done, userId } = await onHome();
  await press('send-test');
  const [row] = await prisma.message.findMany({ where: { userId } });
  const headers = { 'x-api-id': testKey.keyId, 'x-api-key': testKey.secretKey };
  const answer = await fetch(`${web.url}/api/v1/messages/${row?.id}`, { headers });
  expect(answer.status).toBe(200);
  expect(await done()).toContain('Get the results');
  expect((await home()).status).toBe(200);
});

test('hidden steps stay hidden in every browser', async () => {
  const { userId, home, press } = await onHome();
  expect((await home()).text).toContain('|First steps|');
  expect(await press('hide-first-steps')).toMatchObject({ status: 302 });
  expect((await home()).text).not.toContain('First steps');
  const other = await signedIn(web.url, { userId });
  expect(joinText(await other.get(paths.dashboard()))).not.toContain('First steps');
});

test('a user does not see the status of another user’s message', async () => {
  const [mine, theirs] = [await onHome(), await onHome()];
  await theirs.press('send-test');
  const [row] = await prisma.message.findMany({ where: { userId: theirs.userId } });
  const { status, text } = await mine.home({ sent: row?.id ?? '' });
  expect(status).toBe(200);
  expect(text).not.toContain('Delivery status');
});

test('an account without keys sees a step to create one', async () => {
  const visitor = await signedIn(web.url, await aUser());
  const text = joinText(await visitor.get(paths.dashboard()));
  expect(text).toContain('|Make an API key|');
  expect(text).toContain('|Create New API|');
});
