import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { createEndpointInput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMemberOfBothModes, choose, shownMode } from '../support/both-modes.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();
const strip = 'nothing is sent or charged';

/** A member with a key of each mode who has completed the first steps. */
const aMemberOfBoth = () => aMemberOfBothModes(web.url);

test('an account with only test keys sees test mode by default, and a mode that the user chose is kept', async () => {
  const { visitor, userId } = await aMember(web.url);
  const shown = async () => shownMode((await visitor.get(paths.dashboard())).html);
  expect(await shown()).toBe('live');
  await createKey({ userId, name: 'Test key', livemode: false });
  expect(await shown()).toBe('test');
  await createKey({ userId, name: 'Shop' });
  expect(await shown()).toBe('live');
  const answer = await choose(visitor, 'test', paths.dashboard('messages'));
  expect(answer).toMatchObject({ status: 302, location: paths.dashboard('messages') });
  expect(await shown()).toBe('test');
});

test('an account without a live key sees live mode if it has sent a live message before', async () => {
  const { visitor, userId } = await aMember(web.url);
  await createKey({ userId, name: 'Test key', livemode: false });
  await visitor.get(paths.dashboard());
  await prisma.usagePeriod.updateMany({ where: { userId }, data: { messagesUsed: 1 } });
  expect(shownMode((await visitor.get(paths.dashboard())).html)).toBe('live');
});

test('a chosen mode does not apply to the next user of the browser', async () => {
  const [one, other] = [await aMemberOfBoth(), await aMemberOfBoth()];
  const { headers } = await choose(one.visitor, 'test');
  other.visitor.keep(headers);
  expect(shownMode((await other.visitor.get(paths.dashboard())).html)).toBe('live');
});

test.each(['', 'both', 'live usr_1'])('the invalid mode %j is refused', async (chosen) => {
  const { visitor } = await aMember(web.url);
  expect((await choose(visitor, chosen)).status).toBe(400);
});

test('choosing a mode redirects only within this site', async () => {
  const { visitor } = await aMember(web.url);
  const { location } = await choose(visitor, 'test', 'https://evil.example/');
  expect(location).toBe(paths.dashboard());
});

test('Home, messages and webhooks show only data of the chosen mode; in test mode they say that nothing is sent', async () => {
  const { visitor, userId, live, tests } = await aMemberOfBoth();
  await insertMessages(userId, [
    { keyId: live.keyId, content: 'A live text', recipient: '+919876500001' },
    { keyId: tests.keyId, content: 'A text of test mode', livemode: false },
  ]);
  const day = new Date();
  await prisma.statIncrement.createMany({
    data: [
      { userId, day, metric: 'accepted', latencyBucket: 0, count: 4_321 },
      { userId, day, metric: 'test_accepted', latencyBucket: 0, count: 1_234 },
    ],
  });
  const author = { userId, keyId: null, from: null };
  const endpoint = (url: string, livemode: boolean) =>
    createEndpoint(author, createEndpointInput.parse({ url, livemode }));
  await endpoint('https://live.example/', true);
  await endpoint('https://tests.example/', false);

  const pages = [paths.dashboard(), paths.dashboard('messages'), paths.dashboard('webhooks')];
  const read = async () => {
    const all = await Promise.all(pages.map((page) => visitor.get(page)));
    return all.map(joinText).join('\n');
  };
  const ofLive = ['4,321', 'A live text', 'https://live.example/', live.keyId];
  const ofTests = ['1,234', 'A text of test mode', 'https://tests.example/', tests.keyId];
  for (const [chosen, shown, hidden] of [
    ['live', ofLive, ofTests],
    ['test', ofTests, ofLive],
  ] as const) {
    await choose(visitor, chosen);
    const text = await read();
    for (const each of shown) expect(text).toContain(each);
    for (const each of hidden) expect(text).not.toContain(each);
    for (const page of pages) {
      expect((await visitor.get(page)).html.includes(strip)).toBe(chosen === 'test');
    }
    const { html } = await visitor.get('/messages.csv');
    expect(html.includes('A live text')).toBe(chosen === 'live');
  }
  // A page that is the same in both modes does not show the notice about the chosen mode.
  expect((await visitor.get(paths.dashboard('plan-details'))).html).not.toContain(strip);
});

test('a test message and a test endpoint are marked as such, even in live mode', async () => {
  const { visitor, userId, tests } = await aMemberOfBoth();
  const [id = ''] = await insertMessages(userId, [{ keyId: tests.keyId, livemode: false }]);
  const { data } = await createEndpoint(
    { userId, keyId: null, from: null },
    createEndpointInput.parse({ url: 'https://tests.example/', livemode: false }),
  );
  await choose(visitor, 'live');
  for (const page of [paths.message(id), paths.webhook(data._id), paths.editWebhook(data._id)]) {
    expect(joinText(await visitor.get(page))).toContain('|Test|');
  }
  expect(joinText(await visitor.get(paths.dashboard('manage-api')))).toContain('|Test|');
});

test('a webhook endpoint is added in the mode in which its form was opened', async () => {
  const { visitor, userId } = await aMemberOfBoth();
  const add = (url: string, chosen: string) =>
    visitor.post(paths.newWebhook, { url, mode: chosen, enabled: 'on', intent: 'save' });
  expect((await add('https://live.example/', 'live')).status).toBe(302);
  expect((await add('https://tests.example/', 'test')).status).toBe(302);
  expect((await add('https://none.example/', 'none')).status).toBe(400);
  const rows = await prisma.webhookEndpoint.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
    select: { url: true, livemode: true },
  });
  expect(rows).toEqual([
    { url: 'https://live.example/', livemode: true },
    { url: 'https://tests.example/', livemode: false },
  ]);
});

test('in test mode commands and samples contain the placeholder of a test key', async () => {
  const { visitor } = await aMemberOfBoth();
  for (const [chosen, placeholder] of [
    ['live', 'sk_your_api_key'],
    ['test', 'sk_test_your_api_key'],
  ] as const) {
    await choose(visitor, chosen);
    const pages = [
      paths.dashboard('message'),
      paths.explorer('sendMessage'),
      paths.ownDocsSection('authentication'),
    ];
    for (const page of pages) {
      const { html } = await visitor.get(page);
      expect([page, html.includes(placeholder)]).toEqual([page, true]);
      expect(html.includes('sk_your_api_key')).toBe(chosen === 'live');
    }
  }
});

test('the consoles send with keys of the current mode, and show the mode beside their buttons', async () => {
  const { visitor, userId, live, tests } = await aMemberOfBoth();
  const screens = [paths.dashboard('message'), paths.dashboard('OTPVerification')];
  const labels = ['Send Test Message', 'Send OTP'];
  for (const [chosen, shown, hidden, said] of [
    ['live', live, tests, '|Live mode|: the phone gets the SMS'],
    ['test', tests, live, 'Test mode: no phone gets the SMS'],
  ] as const) {
    await choose(visitor, chosen);
    for (const [i, screen] of screens.entries()) {
      const page = await visitor.get(screen);
      const { html } = page;
      expect(joinText(page)).toContain(said);
      expect(html).toContain(`value="${shown.keyId}"`);
      expect(html).not.toContain(`value="${hidden.keyId}"`);
      expect(html).toContain(`>${labels[i]}</button>`);
    }
  }
  const { status } = await visitor.post(paths.dashboard('message'), {
    ...{ key: tests.keyId, country: '+91', phone: '9876543210', message: 'A test' },
  });
  expect(status).toBe(202);
  const [message] = await prisma.message.findMany({ where: { userId } });
  expect(message).toMatchObject({ keyId: tests.keyId, livemode: false });
});

const other = (of: string) => `in this address belongs to ${of} mode`;

test('a new key’s form preselects live in live mode and nothing in test mode, unless the URL names a mode', async () => {
  const { visitor, userId } = await aMemberOfBothModes(web.url);
  const form = paths.dashboard('new-api');
  const chosenIn = async (address: string) =>
    [...(await visitor.get(address)).html.matchAll(/<input[^>]*name="mode"[^>]*>/g)]
      .filter(([input]) => input.includes('type="radio"') && input.includes('checked'))
      .map(([input]) => /value="(\w+)"/.exec(input)?.[1]);
  for (const [shown, chosen] of [
    ['live', ['live']],
    ['test', []],
  ] as const) {
    await choose(visitor, shown);
    expect(await chosenIn(form)).toEqual(chosen);
    expect(await chosenIn(paths.newKey(true))).toEqual(['live']);
    expect(await chosenIn(paths.newKey(false))).toEqual(['test']);
    expect(await chosenIn(`${form}?mode=both`)).toEqual(chosen);
  }
  const unsaid = await visitor.post(form, { name: 'Which is it', mayOtp: 'on' });
  expect([unsaid.status, unsaid.html.includes('Please choose a live key or a test key')]).toEqual([
    ...[400, true],
  ]);
  await visitor.post(form, { name: 'Live all the same', mode: 'live', mayOtp: 'on' });
  const [key] = await prisma.credential.findMany({
    where: { userId, name: 'Live all the same' },
  });
  expect(key).toMatchObject({ livemode: true });
});

test('a page whose URL names a key of the other mode says so, and offers to switch the mode', async () => {
  const { visitor, live, tests } = await aMemberOfBothModes(web.url);
  const screens = ['message', 'OTPVerification', 'api', 'messages'] as const;
  for (const [shown, hidden, key] of [
    ['live', 'test', tests],
    ['test', 'live', live],
  ] as const) {
    for (const screen of screens) {
      await choose(visitor, shown);
      const address = paths.dashboard(screen, { key: key.keyId });
      const { html } = await visitor.get(address);
      const text = joinText({ html });
      expect([screen, text.includes(other(hidden))]).toEqual([screen, true]);
      expect(text).toContain(`|Show ${hidden} mode|`);
      expect(html).toContain(`value="${address}"`);
      expect(shownMode(html)).toBe(shown);
      const { location } = await choose(visitor, hidden, address);
      expect(location).toBe(address);
      const there = await visitor.get(address);
      expect(joinText(there)).not.toContain('in this address');
      expect(there.html).toMatch(new RegExp(`<option[^>]*value="${key.keyId}"[^>]*selected`));
    }
  }
});

test('a page whose URL names a message of the other mode says so, and shows the message in that mode', async () => {
  const { visitor, userId, tests } = await aMemberOfBothModes(web.url);
  const [id = ''] = await insertMessages(userId, [{ keyId: tests.keyId, livemode: false }]);
  await choose(visitor, 'live');
  const text = joinText(await visitor.get(paths.sent(id)));
  expect(text).toContain(other('test'));
  expect(text).not.toContain('Delivery status');
  await choose(visitor, 'test', paths.sent(id));
  const there = joinText(await visitor.get(paths.sent(id)));
  expect(there).not.toContain('in this address');
  expect(there).toContain('Delivery status');
});

test('a key of another account in the URL is ignored', async () => {
  const [mine, theirs] = [await aMemberOfBothModes(web.url), await aMemberOfBothModes(web.url)];
  await choose(mine.visitor, 'live');
  for (const screen of ['message', 'OTPVerification', 'api'] as const) {
    const page = await mine.visitor.get(paths.dashboard(screen, { key: theirs.tests.keyId }));
    expect(joinText(page)).not.toContain('in this address');
  }
});
