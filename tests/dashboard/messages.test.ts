import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { messageStates } from '#domain/messaging/messages/contract.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { registerBodies, registerSenders } from '../support/dlt.ts';
import { aFailedRequestRow } from '../support/failed-request-row.ts';
import { aMember as signedIn } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { dataOf, hrefTo } from '../support/visitor.ts';
import { logMessageEvent } from '../support/webhook-log.ts';
import { anEndpoint } from '../support/webhooks.ts';

const web = await sharedWeb();

/** A signed-in user, and the text of their log. */
async function aMember() {
  const { visitor, userId } = await signedIn(web.url);
  const open = (search: Record<string, string> = {}) => visitor.get(paths.messages(search));
  const openOne = (id: string, place: Record<string, string> = {}) =>
    visitor.get(paths.message(id, new URLSearchParams(place)));
  const list = async (search: Record<string, string> = {}) => idsIn((await open(search)).html);
  return { userId, visitor, open, openOne, list };
}

/** The messages on a page, in order. */
const idsIn = (html: string) =>
  [...html.matchAll(/href="\/dashboard\/messages\/(msg_\w+)[?"]/g)].map(([, id]) => id);

/** The target of a link on a page. */
const linkIn = (html: string, label: string): string | null =>
  new RegExp(`href="([^"]*)"[^>]*>${label}<`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null;

describe('filters, alone and together', () => {
  const at = new Date('2026-04-06T06:30:00Z');
  const day = { from: '2026-04-06', to: '2026-04-06' };

  test('each filter shows only matching messages, and combined filters show only messages that match all of them', async () => {
    const { userId, list } = await aMember();
    const key = await createKey({ userId, name: 'Shop' });
    const template_id = '1107160000000000001';
    const wanted = {
      ...({ state: 'failed', recipient: '+919876500001', keyId: key.keyId, at } as const),
      ...{ sender: 'ACMEIN', templateId: template_id, reason: 'REJECTD 621: dlt_header_inactive' },
    };
    const [all, ...others] = await insertMessages(userId, [
      wanted,
      { ...wanted, state: 'sent' },
      { ...wanted, recipient: '+919876500002' },
      { ...wanted, keyId: 'dk_11111111111111111111' },
      { ...wanted, at: new Date('2026-04-05T06:30:00Z') },
      { ...wanted, sender: 'OTHERS' },
      { ...wanted, templateId: '1107160000000000002' },
      { ...wanted, reason: 'REJECTD 62: dlt_header_inactive' },
    ]);
    const left = async (search: Record<string, string>) => (await list(search)).sort();
    const but = (...gone: (string | undefined)[]) =>
      [all, ...others].filter((id) => !gone.includes(id)).sort();
    const filters = [
      { state: 'failed' },
      { q: '98765 00001' },
      { api_id: key.keyId },
      day,
      { sender: 'ACMEIN' },
      { template_id },
      { reason: 'REJECTD 621' },
    ].map((search, i) => [search, others[i]] as const);
    expect(await left({})).toEqual(but());
    // Tries each filter alone, each pair of filters, and all filters together.
    const masks = filters.flatMap((_, i) => filters.map((__, j) => (1 << i) | (1 << j)));
    for (const mask of new Set([...masks, (1 << filters.length) - 1])) {
      const used = filters.filter((_, no) => mask & (1 << no));
      const search = Object.assign({}, ...used.map(([words]) => words));
      expect([search, await left(search)]).toEqual([search, but(...used.map(([, id]) => id))]);
    }
  });

  test('the filter offers every header, even one from which the account may no longer send', async () => {
    const { userId, open } = await aMember();
    await registerSenders(userId, 'ACMEIN', 'ACMEMO');
    await prisma.dltHeader.update({
      where: { userId_header: { userId, header: 'ACMEMO' } },
      data: { status: 'suspended' },
    });
    await insertMessages(userId, [{ sender: 'ACMEMO' }]);
    const { html } = await open();
    const [, senders = ''] = /<select[^>]* name="sender"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
    const offered = [...senders.matchAll(/<option[^>]* value="(\w+)"/g)].map(([, one]) => one);
    expect(offered).toEqual(['ACMEIN', 'ACMEMO']);
  });

  test('the filter by result finds messages in all states of the result, and filters accept the names of older URLs and of the API', async () => {
    const { userId, list, open } = await aMember();
    const recipient = '+919876500001';
    const ids = await insertMessages(
      userId,
      messageStates
        .filter((state) => state !== 'submitting')
        .map((state) => ({ state, recipient })),
    );
    const [queued, sent, unknown, delivered, undelivered, failed, expired] = ids;
    expect(await list({ state: 'failed' })).toEqual([expired, failed, undelivered]);
    expect(await list({ state: 'failed', q: recipient })).toEqual([expired, failed, undelivered]);
    expect(await list({ state: 'in_progress' })).toEqual([unknown, sent, queued]);
    expect(await list({ state: 'delivered' })).toEqual([delivered]);
    expect(await list({ state: 'undelivered' })).toEqual([undelivered]);
    expect(await list({ status: 'unknown' })).toEqual([unknown]);
    expect(await list({ number: '98765 00001' })).toHaveLength(ids.length);
    expect(await list({ recipient: '9876500002' })).toEqual([]);
    expect(await list({ key: 'dk_11111111111111111111' })).toEqual([]);
    const { html } = await open({ state: 'failed' });
    for (const [label, count] of Object.entries({
      All: 7,
      Delivered: 1,
      Failed: 3,
      'In progress': 3,
    })) {
      expect(html).toMatch(new RegExp(`>${label}<span[^>]*>${count}<`));
    }
  });

  test('the search finds a part of a text of the last 30 days in upper or lower case, and a message ID leads to the message', async () => {
    const { userId, list, open } = await aMember();
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const [old = '', order] = await insertMessages(userId, [
      { content: 'Order A 100% paid', at: days(31) },
      { content: 'Order A 100% paid', at: days(29) },
      { content: 'Order B 1000 paid', at: days(1) },
      { content: null, at: days(1) },
    ]);
    expect(await list({ q: 'a 100%' })).toEqual([order]);
    expect(await list({ q: '12345' })).toEqual([]);
    const { status, location } = await open({ q: old.toLowerCase() });
    expect([status, location]).toEqual([302, paths.message(old)]);
  });

  test('a time range excludes its end, and a bar of the chart leads to its messages', async () => {
    const { userId, visitor, open, list } = await aMember();
    const times = ['03:59:59', '04:00:00', '04:10:00', '04:59:59', '05:00:00'];
    const ids = await insertMessages(
      userId,
      times.map((time, i) => ({
        at: new Date(`2026-04-06T${time}Z`),
        state: i === 2 ? 'failed' : 'delivered',
      })),
    );
    const inside = ids.slice(1, 4).toReversed();
    expect(await list({ from: '2026-04-06T09:30', to: '2026-04-06T10:30' })).toEqual(inside);
    expect(await list({ from: '2026-04-06T04:00:00Z', to: '2026-04-06T05:00:00Z' })).toEqual(
      inside,
    );
    const { html } = await open({ from: '2026-04-06', to: '2026-04-06' });
    expect(html).toContain('value="2026-04-07T00:00"');
    const bars = parsePage(html).all('tbody th a');
    const found: (string | undefined)[] = [];
    for (const { attributes } of bars) {
      found.push(...idsIn((await visitor.get(attributes.href ?? '')).html));
    }
    expect(found).toEqual(ids.toReversed());
  });

  test('the axis of the chart of results ends at “now” if the period of its last bar is not over, and otherwise at the end of that period', async () => {
    const { userId, open } = await aMember();
    const end = async (search = {}) =>
      /<span>([^<]*)<\/span><\/div><\/section>/.exec((await open(search)).html)?.[1];
    await insertMessages(userId, [{ at: new Date('2026-04-06T04:00:00Z') }]);
    expect(await end()).toBe('6 Apr 2026, 09:30');
    await insertMessages(userId, [{ at: new Date() }]);
    expect(await end()).toBe('now');
    expect(await end({ to: '2026-04-06' })).not.toBe('now');
  });

  test('each message in a list of failed messages has one sentence that says why it failed', async () => {
    const { userId, open } = await aMember();
    const reason = 'UNDELIV 633: dlt_template_not_matched';
    await insertMessages(userId, [{ state: 'undelivered', reason }]);
    const { html } = await open({ state: 'failed' });
    expect(html).toMatch(
      /<code[^>]*>UNDELIV 633.*?<\/code><span[^>]*>The operator says that the text differs from the template\.<\/span>/,
    );
  });

  test.each(['9876500001', '+91 98765-00001', '0091 9876500001', '09876500001'])(
    'a number is found in every usual notation: %s',
    async (number) => {
      const { userId, list } = await aMember();
      const [id] = await insertMessages(userId, [
        { recipient: '+919876500001' },
        { recipient: '+919876500002' },
      ]);
      expect(await list({ number })).toEqual([id]);
    },
  );

  test('a day begins and ends at midnight in India, and a range of days includes its last day', async () => {
    const { userId, list } = await aMember();
    const ids = await insertMessages(
      userId,
      [
        '2026-04-05T18:29:59.999Z',
        '2026-04-05T18:30:00.000Z',
        '2026-04-07T18:29:59.999Z',
        '2026-04-07T18:30:00.000Z',
      ].map((time) => ({ at: new Date(time) })),
    );
    expect(await list({ from: '2026-04-06', to: '2026-04-07' })).toEqual([ids[2], ids[1]]);
    expect(await list({ from: '2026-04-08' })).toEqual([ids[3]]);
    expect(await list({ to: '2026-04-05' })).toEqual([ids[0]]);
    expect(await list({ from: '0001-01-01', to: '9999-12-31' })).toHaveLength(4);
  });
});

test('the page keeps the typed filter, and shows an error for each invalid field', async () => {
  const { userId, open } = await aMember();
  await insertMessages(userId, [{}]);
  const typed = { state: 'lost', q: '12345', api_id: 'sk_x', from: '2026-02-30', to: 'soon' };
  const { status, html } = await open(typed);
  expect(status).toBe(400);
  expect(idsIn(html)).toEqual([]);
  for (const value of Object.values(typed)) expect(html).toContain(`value="${value}"`);
  for (const sentence of [
    'Please pick a state from the list',
    'Please pick a key from the list',
    'Please pick a time, such as 2026-04-06T09:30',
    'Clear filters',
  ]) {
    expect(html).toContain(sentence);
  }
  const turned = await open({ from: '2026-04-07', to: '2026-04-06' });
  expect(turned.html).toContain('The end is before the start');
});

test.each([
  ['state', '__proto__'],
  ['state', '\u0000'],
  ['q', '9'.repeat(5_000)],
  ['q', "' OR 1=1 --"],
  ['q', '%_\\'],
  ['api_id', 'dk_%'],
  ['sender', '\u0000'],
  ['template_id', "'"],
  ['reason', '\uD800'],
  ['from', '10000-01-01'],
  ['to', '\uD800'],
  ['after', "msg_' OR 1=1"],
  ['after', '\u0000'],
])('a malformed %s does not cause an error 500: %j', async (name, value) => {
  const { userId, open } = await aMember();
  await insertMessages(userId, [{}]);
  const { status, html } = await open({ [name]: value });
  expect(status).toBeLessThan(500);
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('>Messages</h1>');
});

test.each(['\u0000', '"><script>alert(1)</script>', '../keys', '%'])(
  'a hostile message id in the URL gets a 404: %j',
  async (id) => {
    const { openOne } = await aMember();
    const { status, html } = await openOne(id);
    expect(status).toBe(404);
    expect(html).not.toContain('<script>alert');
  },
);

test('pages list every message once while new messages arrive', async () => {
  const { userId, visitor } = await aMember();
  const ids = await insertMessages(userId, Array(60).fill({}));
  const seen: (string | undefined)[] = [];
  let place: string | null = paths.messages({ number: '9876543210' });
  const sizes: number[] = [];
  while (place) {
    const { html }: { html: string } = await visitor.get(place);
    const page = idsIn(html);
    sizes.push(page.length);
    // The page counts all newer messages as messages before it, including those that arrived after the first page was
    // opened.
    const first = seen.length + 1 + 2 * (sizes.length - 1);
    const [, shown] = />([\d,]+)(?:<!-- -->)?–/.exec(html) ?? [];
    expect(Number(shown)).toBe(first);
    seen.push(...page);
    place = linkIn(html, 'Older');
    expect(linkIn(html, 'Newest') === null).toBe(sizes.length === 1);
    await insertMessages(userId, [{}, { state: 'queued' }]);
  }
  expect(seen).toEqual(ids.reverse());
  expect(sizes).toEqual([25, 25, 10]);
});

test('a page without a match among 10,000 messages says so, and links to older messages', async () => {
  const { userId, open } = await aMember();
  const [wanted] = await insertMessages(userId, [{ state: 'sent' }]);
  await insertMessages(userId, Array(10_000).fill({}));
  const { html } = await open({ state: 'sent' });
  expect(idsIn(html)).toEqual([]);
  expect(html).toContain('None of the 10,000 searched messages matches');
  const older = linkIn(html, 'Older') ?? '';
  expect(
    idsIn((await open(Object.fromEntries(new URLSearchParams(older.split('?')[1])))).html),
  ).toEqual([wanted]);
});

test('no URL shows messages of another user', async () => {
  const other = await aMember();
  const { keyId } = await createKey({ userId: other.userId, name: 'Theirs' });
  const recipient = '+919876500009';
  const [theirs = ''] = await insertMessages(other.userId, [
    { keyId, recipient, content: 'Secret' },
  ]);
  const { userId, visitor, open, openOne } = await aMember();
  await insertMessages(userId, [{ content: 'Mine' }]);
  const searches: Record<string, string>[] = [
    {},
    { key: keyId },
    { number: recipient },
    { key: keyId, number: recipient, state: 'delivered' },
  ];
  for (const search of searches) {
    const { html } = await open(search);
    expect(html).not.toContain(theirs);
    expect(html).not.toContain('Secret');
    expect(html).not.toContain('Theirs');
    const file = await visitor.get(`/messages.csv?${new URLSearchParams(search)}`);
    expect(file.status).toBe(200);
    expect(file.html).not.toContain('Secret');
  }
  const { status, html } = await openOne(theirs);
  expect(status).toBe(404);
  expect(html).toContain('No such message');
  expect(html).not.toContain('Secret');
  expect((await openOne('msg_00000000000000000000000000')).status).toBe(404);
});

test('no page or file contains the text of a one-time password', async () => {
  const { userId, visitor, open, openOne } = await aMember();
  const [id = ''] = await insertMessages(userId, [{ content: null }]);
  const data = await visitor.get(dataOf(paths.message(id)));
  const pages = [await open(), await openOne(id), await visitor.get('/messages.csv')];
  for (const { html } of pages.slice(0, 2)) expect(html).toContain('One-time password, not shown');
  for (const { html } of [...pages, data]) {
    expect(html).toContain(id);
    expect(html).not.toMatch(/sealed/i);
  }
});

test('the page of a message shows its timeline with explained reasons, names its template, and links back', async () => {
  const { userId, openOne } = await aMember();
  const templateId = '1107160000000000017';
  await registerSenders(userId, 'ACMEIN');
  await registerBodies(userId, { [templateId]: 'Order {#numeric#}' });
  const template = await prisma.dltTemplate.findFirstOrThrow({ where: { userId } });
  const given = { state: 'failed', reason: 'refused with 0x0000000B', templateId } as const;
  const [id = ''] = await insertMessages(userId, [given]);
  const event = { messageId: id, at: new Date(), seq: 1, carrier: 'first' };
  await prisma.messageEvent.createMany({
    data: [
      { ...event, kind: 'not_sent' },
      { ...event, kind: 'refused', status: '0x0000000B' },
    ],
  });
  const { html, status } = await openOne(id, { state: 'failed' });
  expect(status).toBe(200);
  for (const text of ['it does not accept the number', 'was lost before', '0x0000000B', 'first']) {
    expect(html).toContain(text);
  }
  expect(linkIn(html, 'Back to the messages')).toBe(paths.messages({ state: 'failed' }));
  expect(linkIn(html, template.name)).toBe(paths.template(templateId));
});

test('the page of a message shows what to do, what the API returns and which events were posted', async () => {
  const { userId, visitor, openOne } = await aMember();
  const key = await createKey({ userId, name: 'Shop' });
  const at = new Date(Date.now() - 60_000);
  const [id = '', code = ''] = await insertMessages(userId, [
    { keyId: key.keyId, state: 'undelivered', reason: 'UNDELIV 001', at, content: 'Order 17' },
    { keyId: key.keyId, content: null },
  ]);
  const settledAt = new Date();
  await prisma.message.updateMany({
    where: { id },
    data: { sentAt: new Date(at.getTime() + 1_500), settledAt, requestId: 'req_of_order_17' },
  });
  const endpoint = await anEndpoint(userId, 'https://hooks.example.com/in');
  const eventId = await logMessageEvent(endpoint, { userId }, id);
  const { html } = await openOne(id);
  const heading = parsePage(html).all('h1')[0]?.text ?? '';
  expect(heading).toMatch(/^Message to \+919876543210, /);
  expect(html).toContain(`<title>${heading} `);
  // The heading's text is on the page twice: in the heading and in the breadcrumb.
  expect(html.split(`<bdi>${heading}</bdi>`)).toHaveLength(3);
  for (const text of [
    'off or out of reach',
    '1.50 s',
    'in the queue',
    'Shop',
    key.keyId,
    'req_of_order_17',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).not.toContain('Not yet');
  expect(html).toContain(hrefTo(paths.webhookEvent(eventId)));
  expect(html).toContain('hooks.example.com');
  expect(html).toContain('>&quot;UNDELIV 001&quot;<');
  expect(await invalidHtml(html)).toEqual([]);

  const again = await visitor.get(paths.sendAgain(id));
  expect(html).toContain(hrefTo(paths.sendAgain(id)));
  expect(again.html).toContain('value="9876543210"');
  expect(again.html).toContain('>Order 17</textarea>');

  // The page cannot read the text of a message with a one-time password, so it does not offer to send it again.
  expect((await openOne(code)).html).not.toContain('Send again');
  expect((await visitor.get(paths.sendAgain(code))).html).not.toContain('value="9876543210"');
  const other = await aMember();
  const theirs = await other.visitor.get(paths.sendAgain(id));
  expect(theirs.html).not.toContain('Order 17');
});

test('an empty list explains how to send a message, and a list without matches says that nothing matches', async () => {
  const { userId, open } = await aMember();
  expect((await open()).html).toContain('No messages yet');
  await insertMessages(userId, [{}]);
  const { html } = await open({ state: 'queued' });
  expect(html).toContain('No message matches');
  expect(linkIn(html, 'Clear filters')).toBe(paths.dashboard('messages'));
  const [first] = await prisma.message.findMany({ where: { userId } });
  expect((await open({ after: first?.id ?? '' })).html).toContain('No older messages');
});

describe('the log of failed requests', () => {
  const page = paths.requestLog();

  const sentencesIn = (html: string) =>
    [...html.matchAll(/>No (\d+)</g)].map(([, no]) => Number(no));

  test('lists the account’s own entries newest first, page by page', async () => {
    const [{ userId, visitor }, other] = [await aMember(), await aMember()];
    const at = Date.now() - 60_000;
    await prisma.failedRequest.createMany({
      data: Array.from({ length: 60 }, (_, no) =>
        aFailedRequestRow(no % 2 === 0 ? userId : other.userId, new Date(at + no), {
          message: `No ${no}`,
        }),
      ),
    });
    const first = await visitor.get(paths.requestLog({ list: 'all' }));
    expect(first.html).toContain('<title>Failed requests · Dakiya</title>');
    const own = Array.from({ length: 30 }, (_, i) => 58 - 2 * i);
    expect(sentencesIn(first.html)).toEqual(own.slice(0, 25));
    expect(await invalidHtml(first.html)).toEqual([]);
    const [, older = ''] = /href="([^"]*after=ref_[^"]*)"/.exec(first.html) ?? [];
    const second = await visitor.get(older.replaceAll('&amp;', '&'));
    expect(sentencesIn(second.html)).toEqual(own.slice(25));
    expect(second.html).toContain('Newest');
    // A cursor from another account's entry only marks a time; the page shows the account's own entries.
    const theirs = await prisma.failedRequest.findFirst({
      where: { userId: other.userId },
      orderBy: { id: 'asc' },
    });
    expect(
      sentencesIn((await visitor.get(paths.requestLog({ after: theirs?.id ?? '' }))).html),
    ).toEqual([0]);
  });

  test('groups the account’s own entries by code, with the count and the newest entry of each group', async () => {
    const [{ userId, visitor }, other] = [await aMember(), await aMember()];
    const at = Date.now() - 60_000;
    const codes = ['invalid_recipient', 'invalid_recipient', 'rate_limited'];
    await prisma.failedRequest.createMany({
      data: Array.from({ length: 27 }, (_, no) => ({
        ...aFailedRequestRow(userId, new Date(at + no), { message: `No ${no}` }),
        code: codes[no % 3] ?? '',
      })),
    });
    await prisma.failedRequest.create({
      data: aFailedRequestRow(other.userId, new Date(), { message: 'No 99' }),
    });
    const { html } = await visitor.get(page);
    expect(await invalidHtml(html)).toEqual([]);
    expect(
      parsePage(html)
        .all('summary span.tabular-nums')
        .map(({ text }) => text),
    ).toEqual(['9', '18']);
    const shown = parsePage(html).all('td span');
    expect(shown.filter(({ text }) => /^No \d+$/.test(text))).toHaveLength(10);
    expect(html).not.toContain('No 99');
    expect(html).toContain(hrefTo(paths.requestLog({ code: 'rate_limited' })));
    const one = await visitor.get(paths.requestLog({ code: 'rate_limited' }));
    expect(sentencesIn(one.html)).toEqual(Array.from({ length: 9 }, (_, i) => 26 - 3 * i));
    const nothing = await visitor.get(paths.requestLog({ code: "' OR 1=1" }));
    expect(sentencesIn(nothing.html)).toEqual([]);
  });

  test('says if it is empty or if logging is off, and accepts malformed cursors', async () => {
    const { userId, visitor } = await aMember();
    expect((await visitor.get(page)).html).toContain('No API call with your keys failed');
    for (const after of ['%00', "ref_'--", 'msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD']) {
      expect((await visitor.get(paths.requestLog({ after }))).status).toBe(200);
    }
    await saveSettings(userId, { ...defaultSettings, errorLogging: false });
    expect((await visitor.get(page)).html).toContain('Error logging is off');
    expect((await visitor.get(paths.dashboard('messages'))).html).toContain(hrefTo(page));
  });
});
