import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { requestErasure } from '#domain/messaging/privacy/request-erasure.ts';
import { runErasure } from '#domain/messaging/privacy/run-erasure.ts';
import { suppress } from '#domain/messaging/recipients/suppressions.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember } from '../support/member.ts';
import { insertMessages, messagesOf } from '../support/messages.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();
const number = '+919876500001';
const page = paths.recipients({ number: '98765 00001' });
const erase = { intent: 'erase', recipient: number };

test('a number can be looked up, and erased after a recent sign-in', async () => {
  const { userId, visitor } = await aMember(web.url);
  await insertMessages(userId, [{ recipient: number, at: new Date() }, { recipient: number }, {}]);
  await suppress(userId, [number], null);
  const { html } = await visitor.get(page);
  expect(await invalidHtml(html)).toEqual([]);
  expect(joinText({ html })).toMatch(/Messages\|+2\|*, one-time passwords included/);
  expect(html).toContain('Since ');
  await prisma.session.updateMany({
    where: { userId },
    data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
  });
  const asked = await visitor.post(page, erase);
  expect([asked.status, asked.html.includes('Confirm that it is you')]).toEqual([403, true]);
  expect(await prisma.erasure.count({ where: { userId } })).toBe(0);
  await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date() } });
  const done = await visitor.follow(await visitor.post(page, erase));
  expect(done.html).toContain('The number is being erased');
  const { id } = await prisma.erasure.findFirstOrThrow({ where: { userId } });
  expect(done.html).toContain(id);
  while (await runErasure(id));
  const after = await visitor.get(paths.recipients());
  // One message is older than the period for which the law requires the log.
  expect(joinText(after)).toContain('2 of 2 erased');
  const [left] = (await messagesOf(userId)).filter(
    ({ recipient }) => recipient !== '+919876543210',
  );
  const log = await visitor.get(paths.dashboard('messages'));
  expect(log.html).toContain('Erased number');
  expect(log.html).toContain('Text deleted');
  expect(log.html).not.toContain(number);
  const one = await visitor.get(paths.message(left?.id ?? ''));
  expect(one.html).toContain('The number was erased at your request');
  expect(one.html).toContain(left?.recipient);
});

test('the row of an erasure shows until when the log of the messages is kept, or that no log is kept', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { id } = await requestErasure(userId, number, 'dk_1');
  const textOf = async () => joinText(await visitor.get(paths.recipients()));
  const set = (data: object) => prisma.erasure.update({ where: { id }, data });
  for (const state of ['running', 'waiting'] as const) {
    await set({ state });
    expect(await textOf()).toContain('Nothing will be left in the log');
  }
  while (await runErasure(id));
  const done = await textOf();
  expect(done).toContain('Nothing is left in the log');
  // On narrow screens a cell starts with the name of its column.
  expect(done).not.toMatch(/Log kept until \|+Nothing/);
  await set({ retainedUntil: new Date('2027-04-06T09:30:00Z') });
  expect(await textOf()).toMatch(/Log kept until \|+6 Apr 2027/);
});

test('the export files of a number contain all its stored data, and no data of other numbers', async () => {
  const [{ userId, visitor }, stranger] = [await aMember(web.url), await aMember(web.url)];
  await insertMessages(
    userId,
    Array.from({ length: 2_001 }, (_, no) => ({ recipient: number, content: `=Text "${no}"` })),
  );
  await insertMessages(userId, [{ recipient: '+919876500002', content: 'Other' }]);
  await insertMessages(stranger.userId, [{ recipient: number, content: 'Secret' }]);
  await suppress(userId, [number], 'Replied STOP');
  const json = await visitor.get(paths.recipientFile('json', number));
  expect(json.headers.get('content-disposition')).toMatch(/dakiya-recipient-[\d-]+\.json"$/);
  const data = JSON.parse(json.html);
  expect(data).toMatchObject({ recipient: number, suppression: { reason: 'Replied STOP' } });
  expect(data.messages).toHaveLength(2_001);
  const csv = await visitor.get(paths.recipientFile('csv', number));
  expect(csv.html.match(/^Message,/gm)).toHaveLength(2_001);
  expect(csv.html).toContain(`"'=Text ""7"""`);
  const lines = csv.html.trim().split('\r\n');
  expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([12]));
  for (const { html } of [json, csv]) {
    expect(html).not.toContain('Other');
    expect(html).not.toContain('Secret');
  }
  const empty = await stranger.visitor.get(paths.recipientFile('json', '+919876500003'));
  expect(JSON.parse(empty.html)).toMatchObject({ suppression: null, otps: [], messages: [] });
});

test('the page says when nothing is stored or a number is invalid, and accepts malformed cursors', async () => {
  const { visitor } = await aMember(web.url);
  const first = await visitor.get(paths.recipients());
  expect(first.html).toContain('No views are recorded.');
  expect((await visitor.get(paths.dashboard('messages'))).html).toContain(
    hrefTo(paths.recipients()),
  );
  const wrong = await visitor.get(paths.recipients({ number: '12345' }));
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain(
    'This number has 5 digits. An Indian mobile number has 10, with or without +91 in front.',
  );
  for (const nonsense of ['%00', '"><script>alert(1)</script>', '9'.repeat(5_000)]) {
    const search = { number: nonsense, erasure: nonsense, view: nonsense };
    const { status, html } = await visitor.get(paths.recipients(search));
    expect(status).toBe(400);
    expect(html).not.toContain('<script>alert');
    const format = encodeURIComponent(nonsense.slice(0, 30));
    expect((await visitor.get(`/recipient-data/${format}?number=${number}`)).status).toBe(404);
  }
  expect((await visitor.get('/recipient-data/csv?number=1')).status).toBe(400);
  const forms: Record<string, string>[] = [
    { ...erase, recipient: '1' },
    { intent: 'erase' },
    { recipient: number },
  ];
  for (const form of forms) {
    expect((await visitor.post(paths.recipients(), form)).status).toBe(400);
  }
});

test('the page lists the months that the operator has archived', async () => {
  const { visitor } = await aMember(web.url);
  expect((await visitor.get(paths.recipients())).html).not.toContain('written to files');
  const archived = { archivedAt: new Date('2026-05-16T06:30:00Z'), messages: 1, place: '/srv' };
  await prisma.archivedMonth.create({ data: { month: '2026_04', ...archived } });
  const { html } = await visitor.get(paths.recipients());
  expect(html).toContain('April 2026');
  expect(html).not.toContain('/srv');
  await prisma.archivedMonth.deleteMany();
});

test('paging through the erasures lists each erasure of the account once', async () => {
  const [{ userId, visitor }, other] = [await aMember(web.url), await aMember(web.url)];
  const ids: string[] = [];
  for (let no = 0; no < 12; no++) {
    ids.unshift((await requestErasure(userId, `+91${9_876_500_100 + no}`, 'dk_1')).id);
  }
  await requestErasure(other.userId, number, 'dk_1');
  const idsIn = (html: string) => [...html.matchAll(/>(ers_\w{26})</g)].map(([, id]) => id);
  const first = await visitor.get(paths.recipients());
  const next = /href="([^"]*erasure=ers_[^"]*)"/.exec(first.html)?.[1] ?? '';
  const second = await visitor.get(next.replaceAll('&amp;', '&'));
  expect([...idsIn(first.html), ...idsIn(second.html)]).toEqual(ids);
});
